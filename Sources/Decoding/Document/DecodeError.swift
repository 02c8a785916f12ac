public import Records

/// The reason why a document cannot be decoded, and the place of the fault.
public struct DecodeError: Error, Hashable, CustomStringConvertible {
    /// The kind of the fault: `empty`, `truncated`, `content`, `shape` or `parse`, all of the document, or
    /// `configuration`: something that the decoder needs cannot be used.
    public let reason: FailureReason
    /// The part that was being read, such as `wind`; what cannot be used, such as `libxml2`.
    public let part: String
    /// The text found instead; why it cannot be used.
    public let found: String
    /// The offset of the fault, in bytes from the start of the input.
    public let offset: Int
    /// The line number of the fault, from 1; `nil` if lines are not counted.
    public let line: Int?

    /// Creates an error.
    public init(_ reason: FailureReason = .parse, part: String, found: String, offset: Int, line: Int? = nil)
    {
        self.reason = reason
        self.part = part
        self.found = found
        self.offset = offset
        self.line = line
    }

    /// The fault and its place, to be printed after a colon.
    public var description: String {
        switch reason {
        case .empty: "the document is empty, there is no \(part)"
        case .content: "\"\(found)\" is not a \(part)"
        case .configuration: "\(part) cannot be used: \(found)"
        case .truncated: "\(place): the document ends too early, before its first \(part)"
        case .shape: "there is no \(part), only \"\(found)\""
        default: "\(place): \"\(found)\" is not a \(part)"
        }
    }

    private var place: String { (line.map { "line \($0), " } ?? "") + "byte \(offset)" }
}
