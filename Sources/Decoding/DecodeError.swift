/// Why a document is not what it should be, and where.
public struct DecodeError: Error, Hashable, CustomStringConvertible {
    /// What kind of fault it is; the names are those of a failure's reason in io.almanac.
    public enum Reason: String, Sendable, CaseIterable {
        /// There is no document: no bytes, or nothing but blanks.
        case empty
        /// It is something else altogether, such as a web page where a table should be.
        case content
        /// It can be read, but what the definition counts on is not there.
        case shape
        /// It breaks the rules of its format.
        case parse
    }

    /// What kind of fault it is.
    public let reason: Reason
    /// What was being read, such as `"wind"`.
    public let part: String
    /// What stands there instead.
    public let found: String
    /// Where it begins, bytes from the start of the input.
    public let offset: Int
    /// The line on which it begins, 1 is the first; `nil` where lines are not counted.
    public let line: Int?

    /// Makes an error of its parts.
    public init(_ reason: Reason = .parse, part: String, found: String, offset: Int, line: Int? = nil) {
        (self.reason, self.part, self.found) = (reason, part, found)
        (self.offset, self.line) = (offset, line)
    }

    /// What stands wrong and where, fit to stand after a colon.
    public var description: String {
        switch reason {
        case .empty: "the document is empty, there is no \(part)"
        case .content: "\"\(found)\" is not a \(part)"
        case .shape: "there is no \(part), only \"\(found)\""
        case .parse: "\(place): \"\(found)\" is not a \(part)"
        }
    }

    private var place: String { (line.map { "line \($0), " } ?? "") + "byte \(offset)" }
}
