/// Something of a document that could not be read, and why; the rest of the document was.
public struct Reject: Hashable, Sendable {
    /// The line, 1 is the first; `nil` when lines mean nothing here.
    public var line: Int?
    /// Bytes from the start of the document; `nil` when unknown.
    public var offset: Int?
    /// The key of the record that lost it; `nil` when the whole record is lost or had no key.
    public var key: String?
    /// The field's name; `nil` when the whole record was rejected.
    public var field: String?
    /// What stands there, as text, at most 200 bytes.
    public var found: String
    /// What is wrong with it: lower case, no full stop, such as `not a number`.
    public var reason: String

    /// Makes a reject; `found` is cut to 200 bytes at a character's edge.
    public init(
        line: Int? = nil, offset: Int? = nil, key: String? = nil, field: String? = nil,
        found: String, reason: String
    ) {
        (self.line, self.offset, self.key, self.field) = (line, offset, key, field)
        self.found = Reject.cut(found)
        self.reason = reason
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > 200 else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: 200)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
