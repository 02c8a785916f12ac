/// The path of a field in the data of a record: a member name, a dotted path `address.city`, or a JSON
/// pointer `/address/city`.
///
/// A member whose name is the whole text takes precedence over the dotted path. In a pointer or dotted path,
/// a number is also the index of an array element, counted from 0.
///
/// Source: RFC 6901 for the pointer.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
    /// The path as written in the definition.
    public let text: String
    /// The member names from the outermost to the innermost; empty for the whole record.
    public let steps: [String]

    /// Parses a path; every text is a valid one.
    public init(_ text: some StringProtocol) {
        self.text = String(text)
        let isPointer = text.utf8.first == .slash
        let body = isPointer ? text.utf8.dropFirst() : text.utf8[...]
        guard isPointer || !text.isEmpty else {
            steps = []
            return
        }
        let parts = body.split(separator: isPointer ? .slash : .period, omittingEmptySubsequences: false)
        steps = parts.map { isPointer ? FieldPath.unescaped($0) : String(decoding: $0, as: UTF8.self) }
    }

    /// The text of the path.
    public var description: String { text }

    /// Whether the path can only be the name of a single member.
    public var isName: Bool { steps.count == 1 && text.utf8.first != .slash }

    /// Returns the value at the path; `nil` if there is none.
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

    /// Decodes a pointer's step: `~1` is a slash, `~0` a tilde.
    private static func unescaped(_ step: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in step {
            switch (isEscaped, byte) {
            case (true, UInt8(ascii: "1")): bytes.append(.slash)
            case (true, UInt8(ascii: "0")): bytes.append(.tilde)
            case (true, _): bytes += [.tilde, byte]
            case (false, .tilde): break
            case (false, _): bytes.append(byte)
            }
            isEscaped = !isEscaped && byte == .tilde
        }
        if isEscaped { bytes.append(.tilde) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
