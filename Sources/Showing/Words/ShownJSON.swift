public import Records

extension JSON {
    /// The value as text: strings unchanged, yes and no, lists with commas, objects as `name value` pairs;
    /// empty for null.
    public var shown: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "yes" : "no"
        case .number(let literal): literal
        case .string(let text): text
        case .array(let elements): elements.map(\.shown).filter { !$0.isEmpty }.joined(separator: ", ")
        case .object(let members):
            members.map { "\($0.name) \($0.value.shown)" }.joined(separator: ", ")
        }
    }

    /// The moment that a text states in ISO 8601; `nil` of everything else.
    package var utc: UTC? { string.flatMap { UTC(iso8601: $0) } }

    /// Returns the value at a path; see `FieldPath`.
    func value(at path: String) -> JSON? { FieldPath(path).value(in: self) }
}

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

/// Returns JSON text that is safe for a terminal: control characters are written as `\u` escapes, so that the
/// value stays the same.
///
/// Source: RFC 8259 §7.
public func escapedJSON(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if scalar == "\n" || visible(String(scalar)) == String(scalar) {
            safe.append(scalar)
        } else {
            for unit in String(scalar).utf16 { safe.append(contentsOf: escape(unit).unicodeScalars) }
        }
    }
    return String(safe)
}

private func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
}
