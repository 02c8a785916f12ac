public import Records

extension JSON {
    /// The value on several lines, indented by four spaces per level, without a final newline.
    public var pretty: String { pretty(indent: "") }

    private func pretty(indent: String) -> String {
        let inner = indent + "    "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + $0.pretty(indent: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                "\(inner)\(JSON.string($0.name).short): \($0.value.pretty(indent: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        default: return short
        }
    }

    /// The value on one line.
    public var short: String { String(decoding: bytes, as: UTF8.self) }
}
