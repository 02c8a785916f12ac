public import Records

extension JSON {
    /// A value as a reader wants it: text as it is, yes and no, lists with commas, objects as
    /// `name value` pairs; empty for null.
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

    /// The value at a path of names parted by dots or, with a `/` in front, at a JSON pointer
    /// (RFC 6901); `nil` when nothing is there.
    public func value(at path: String) -> JSON? {
        if let member = self[path] { return member }
        guard path.utf8.first != 0x2F else { return value(at: path.dropFirst().split(separator: "/"), true) }
        return value(at: path.split(separator: "."), false)
    }

    private func value(at names: [Substring], _ isPointer: Bool) -> JSON? {
        var value = self
        for name in names {
            let text = isPointer ? unescaped(String(name)) : String(name)
            guard let next = value[text] ?? value.element(text) else { return nil }
            value = next
        }
        return value
    }

    private func element(_ text: String) -> JSON? {
        guard let array, let index = Int(text), array.indices.contains(index) else { return nil }
        return array[index]
    }
}

/// Source: RFC 6901 §4.
func unescaped(_ token: String) -> String {
    guard token.utf8.contains(0x7E) else { return token }
    var (bytes, rest) = ([UInt8](), Array(token.utf8)[...])
    while let byte = rest.popFirst() {
        switch (byte, rest.first) {
        case (0x7E, 0x30?):
            bytes.append(0x7E)
            rest = rest.dropFirst()
        case (0x7E, 0x31?):
            bytes.append(0x2F)
            rest = rest.dropFirst()
        default: bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
