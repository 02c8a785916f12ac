/// Where a field lies in a record's data: a member's name, a dotted path `address.city`, or a JSON pointer
/// `/address/city`.
///
/// A member that bears the whole text as its name comes before the dotted path; in a pointer and a dotted
/// path a number is also an array's index, 0 the first.
///
/// Source: RFC 6901 for the pointer.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
    /// The path as it was written.
    public let text: String
    /// The names on the way down; none for the whole.
    public let steps: [String]

    /// Reads a path; every text is one.
    public init(_ text: some StringProtocol) {
        self.text = String(text)
        let isPointer = text.utf8.first == 0x2F
        let body = isPointer ? text.utf8.dropFirst() : text.utf8[...]
        guard isPointer || !text.isEmpty else {
            steps = []
            return
        }
        let parts = body.split(separator: isPointer ? 0x2F : 0x2E, omittingEmptySubsequences: false)
        steps = parts.map { isPointer ? FieldPath.unescaped($0) : String(decoding: $0, as: UTF8.self) }
    }

    /// The text of the path.
    public var description: String { text }

    /// Whether the path is a name of one member and nothing else can be meant.
    public var isName: Bool { steps.count == 1 && text.utf8.first != 0x2F }

    /// What lies there; `nil` when nothing does.
    public func value(in data: JSON) -> JSON? {
        if let whole = data[text] { return whole }
        var value = data
        for step in steps {
            guard let next = FieldPath.child(step, of: value) else { return nil }
            value = next
        }
        return value
    }

    private static func child(_ step: String, of value: JSON) -> JSON? {
        switch value {
        case .object: return value[step]
        case .array(let elements):
            guard let index = Int(step), elements.indices.contains(index) else { return nil }
            return elements[index]
        default: return nil
        }
    }

    /// `~1` is a slash, `~0` a tilde.
    private static func unescaped(_ step: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in step {
            switch (isEscaped, byte) {
            case (true, 0x31): bytes.append(0x2F)
            case (true, 0x30): bytes.append(0x7E)
            case (true, _): bytes += [0x7E, byte]
            case (false, 0x7E): break
            case (false, _): bytes.append(byte)
            }
            isEscaped = !isEscaped && byte == 0x7E
        }
        if isEscaped { bytes.append(0x7E) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
