/// A part of a report's text.
struct TextPlace: Hashable, Sendable {
    private let start: Int32
    private let end: Int32

    /// No part.
    static let none = TextPlace(0, 0)

    init(_ start: Int, _ end: Int) {
        (self.start, self.end) = (Int32(clamping: start), Int32(clamping: end))
    }

    /// Whether nothing stands there.
    var isEmpty: Bool { start >= end }

    /// The bytes from the start of the report.
    var range: Range<Int> { Int(start)..<Int(end) }
}
