public import Records

extension JSON {
    /// The value over several lines, four blanks a level, as a person reads it; no newline at the end.
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

    /// The value in one line.
    public var short: String { String(decoding: bytes, as: UTF8.self) }
}
