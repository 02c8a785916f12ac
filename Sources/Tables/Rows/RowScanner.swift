import Decoding
import Records

/// A search for the fields of a row that continues over slices.
///
/// Examines eight bytes at a time and records only offsets.
struct RowScanner {
    enum State {
        case fieldStart
        case plain
        case enclosed
        /// After a quote in an enclosed field: its end, or the first of two quotes.
        case quote
        /// Blanks after the closing quote of a field.
        case after
        /// Up to the end of a line that cannot be read.
        case skipping
    }

    /// The fields found so far, in order.
    var fields = FieldList()
    /// The start of the row.
    var start = 0
    /// The end of the row's content, before the line end.
    var end = 0
    /// The fault of the row; `nil` if there is none.
    var fault: RowFault?
    /// Whether a field of the row is enclosed in quotes; it may span lines and contain doubled quotes.
    var hasEnclosed = false
    /// Whether a field of the row that is not enclosed contains a quote.
    var hasInner = false
    /// Whether a field of the row contains doubled quotes.
    var hasDoubled = false
    /// Whether the row is known to need no escapes.
    var isPlain = false
    /// Whether the last row is complete and no other was begun.
    var isDone = true

    var at = 0
    var state = State.fieldStart
    var field = RowField(start: 0, end: 0)
    /// Whether the bytes end within a delimiter.
    var isCut = false
    /// Whether the last row ended with a CR at the end of the bytes, so that an LF may follow.
    var skipsFeed = false
    var index = RowIndex()
    /// Whether the bytes are indexed.
    var isIndexed = false
    let delimiter: [UInt8]
    let honoursQuotes: Bool
    let delimiterLength: Int
    let second: UInt8
    let marks: ByteMarks

    init(delimiter: [UInt8], honoursQuotes: Bool, at start: Int = 0) {
        self.delimiter = delimiter
        self.honoursQuotes = honoursQuotes
        at = start
        self.start = start
        delimiterLength = delimiter.count
        second = delimiter.count > 1 ? delimiter[1] : 0
        marks = ByteMarks(delimiter[0], honoursQuotes ? .quote : .newline, .newline, .carriageReturn)
    }

    /// Creates a scanner that continues with another delimiter, between rows.
    init(_ other: RowScanner, delimiter: [UInt8], at start: Int) {
        self.init(delimiter: delimiter, honoursQuotes: other.honoursQuotes, at: start)
        skipsFeed = other.skipsFeed
    }

    /// The offset of the first byte still needed.
    var position: Int { isDone ? at : start }

    /// Whether the current field is enclosed in quotes.
    var isEnclosed: Bool { !isDone && state == .enclosed }

    /// Adjusts the offsets after `count` bytes were removed from the start.
    mutating func rebase(by count: Int) {
        at -= count
        start -= count
        end -= count
        field.start -= count
        field.end -= count
        for index in 0..<fields.count {
            fields[index].start -= count
            fields[index].end -= count
        }
    }

    /// Notes that bytes were appended.
    mutating func extend() { isIndexed = false }

    /// Searches for an ordinary row here, by the index of many rows.
    ///
    /// - Parameters:
    ///   - bytes: The text, from which bytes were removed only with `rebase`.
    ///   - wanted: The number of fields of an ordinary row.
    /// - Returns: Whether an ordinary row was found; otherwise, call `next`.
    mutating func nextPlain(_ bytes: Span<UInt8>, wanted: Int) -> Bool {
        guard isDone, delimiterLength == 1 else { return false }
        if !isIndexed { buildIndex(bytes) }
        guard let feed = index.readRow(bytes, at: at, wanted: wanted, into: &fields) else { return false }
        start = at
        end = fields[wanted - 1].end
        fault = nil
        hasEnclosed = false
        hasInner = false
        hasDoubled = false
        isPlain = true
        at = feed + 1
        return true
    }

    mutating func buildIndex(_ bytes: Span<UInt8>) {
        skipFeed(bytes)
        index.build(bytes, from: at, signs: RowBitmap(delimiter: delimiter[0], honoursQuotes: honoursQuotes))
        isIndexed = true
    }

    /// Searches for the end of the current or next row.
    ///
    /// - Parameters:
    ///   - bytes: The text, from which bytes were removed only with `rebase`.
    ///   - isLast: Whether no more bytes follow.
    /// - Returns: Whether a whole row was found; otherwise, more bytes are needed, or no row is left.
    mutating func next(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
        if isDone { startRow(bytes) }
        isCut = false
        while at < bytes.count {
            switch state {
            case .fieldStart: startField(bytes)
            case .plain: if scanPlain(bytes, isLast: isLast) { return true }
            case .enclosed: scanEnclosed(bytes)
            case .quote: if scanQuote(bytes, isLast: isLast) { return true }
            case .after: if scanAfter(bytes, isLast: isLast) { return true }
            case .skipping: if skip(bytes) { return true }
            }
            if isCut { return false }
        }
        return isLast && finish(bytes)
    }

    /// Treats the open quote as never closed: the row ends with its first line.
    mutating func abandonQuote() {
        fault = .openQuote
        state = .skipping
        at = start
    }

    /// Replaces doubled quotes in fields by single ones.
    func collapse(_ text: inout [UInt8]) { fields.collapse(&text) }
}
