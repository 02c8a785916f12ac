/// A range of a report's text in four bytes.
struct TextRange: Hashable, Sendable {
    private let start: Int32
    private let end: Int32

    /// The empty range.
    static let none = TextRange(from: 0, to: 0)

    init(from start: Int, to end: Int) {
        self.start = Int32(clamping: start)
        self.end = Int32(clamping: end)
    }

    /// Whether the range is empty.
    var isEmpty: Bool { start >= end }

    /// The range in bytes from the start of the report.
    var range: Range<Int> { Int(start)..<Int(end) }
}
