/// A part of a document that could not be read, with the reason; the rest of the document was read.
public struct Reject: Hashable, Sendable {
    /// The line number, from 1; `nil` if the format has no lines.
    public var line: Int?
    /// The offset in bytes from the start of the document; `nil` if unknown.
    public var offset: Int?
    /// The key of the record that lacks the part; `nil` if the whole record was rejected or has no key.
    public var key: String?
    /// The name of the field; `nil` if the whole record was rejected.
    public var field: String?
    /// The rejected text; a longer one is truncated to 200 bytes at a character boundary.
    public var found: String {
        didSet { found = Reject.cut(found) }
    }
    /// The fault in lower case without a full stop, such as `not a number`.
    public var reason: String

    /// Creates a reject.
    public init(
        line: Int? = nil, offset: Int? = nil, key: String? = nil, field: String? = nil,
        found: String, reason: String
    ) {
        self.line = line
        self.offset = offset
        self.key = key
        self.field = field
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
