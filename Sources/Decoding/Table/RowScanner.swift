/// Finds the ends of a row's fields, going on where the bytes ended before.
///
/// Looks at eight bytes at a time for those that mean something; keeps places only.
struct RowScanner {
    /// A field's place in the bytes, without enclosing quotes.
    struct Field {
        var start: Int
        var end: Int
    }

    private enum State {
        case fieldStart
        case plain
        case enclosed
        /// Behind a quote in an enclosed field: the end, or the first of two.
        case quote
        /// To the end of a line that cannot be read.
        case skipping
    }

    /// The fields found so far, in order.
    private(set) var fields = FieldList()
    /// Where the row begins.
    private(set) var start = 0
    /// Where the row's content ends, before the line end.
    private(set) var end = 0
    /// What is wrong with the row; `nil` when nothing is.
    private(set) var fault: RowFault?
    /// Whether a field of the row was enclosed: it may span lines and hold doubled quotes.
    private(set) var hasEnclosed = false
    /// Whether a field of the row holds doubled quotes.
    private(set) var hasDoubled = false
    /// Whether nothing in the row's fields must be escaped, as is known of some.
    private(set) var isPlain = false
    /// Whether the last row is complete and none was begun since.
    private(set) var isDone = true

    private var at = 0
    private var state = State.fieldStart
    private var field = Field(start: 0, end: 0)
    /// The bytes end within a delimiter.
    private var isCut = false
    /// The row that was found last ended with a CR at the end of the bytes, an LF may follow.
    private var skipsFeed = false
    private var index = RowIndex()
    /// Whether the bytes were looked through.
    private var isIndexed = false
    private let delimiter: [UInt8]
    private let honoursQuotes: Bool
    private let delimiterLength: Int
    private let second: UInt8
    private let marks: ByteMarks

    init(delimiter: [UInt8], honoursQuotes: Bool, at start: Int = 0) {
        (self.delimiter, self.honoursQuotes) = (delimiter, honoursQuotes)
        (at, self.start) = (start, start)
        (delimiterLength, second) = (delimiter.count, delimiter.count > 1 ? delimiter[1] : 0)
        marks = ByteMarks(delimiter[0], honoursQuotes ? 0x22 : 0x0A, 0x0A, 0x0D)
    }

    /// Goes on with another delimiter, between rows.
    init(_ other: RowScanner, delimiter: [UInt8], at start: Int) {
        self.init(delimiter: delimiter, honoursQuotes: other.honoursQuotes, at: start)
        skipsFeed = other.skipsFeed
    }

    /// Where bytes begin that are still needed.
    var position: Int { isDone ? at : start }

    /// Whether what was begun stands in quotes.
    var isEnclosed: Bool { !isDone && state == .enclosed }

    /// Says that `count` bytes at the begin are gone.
    mutating func rebase(by count: Int) {
        (at, start, end) = (at - count, start - count, end - count)
        (field.start, field.end) = (field.start - count, field.end - count)
        for index in 0..<fields.count {
            fields[index].start -= count
            fields[index].end -= count
        }
    }

    /// Says that bytes were added to those known so far.
    mutating func extend() { isIndexed = false }

    /// Looks for an ordinary row that begins here: many are found at once.
    ///
    /// - Parameters:
    ///   - bytes: The text from which nothing was taken since but by `rebase`.
    ///   - wanted: How many fields an ordinary row has.
    /// - Returns: Whether one was found; if not, `next` tells what stands here.
    mutating func nextPlain(_ bytes: Span<UInt8>, wanted: Int) -> Bool {
        guard isDone, delimiterLength == 1 else { return false }
        if !isIndexed { buildIndex(bytes) }
        guard let feed = index.take(bytes, at: at, wanted: wanted, &fields) else { return false }
        (start, end, fault) = (at, fields[wanted - 1].end, nil)
        (hasEnclosed, hasDoubled, isPlain) = (false, false, true)
        at = feed + 1
        return true
    }

    private mutating func buildIndex(_ bytes: Span<UInt8>) {
        skipFeed(bytes)
        index.build(bytes, from: at, RowSigns(delimiter: delimiter[0], honoursQuotes: honoursQuotes))
        isIndexed = true
    }

    /// Looks for the end of the row that begins here or was begun before.
    ///
    /// - Parameters:
    ///   - bytes: The text from which nothing was taken since but by `rebase`.
    ///   - isLast: Nothing follows the bytes.
    /// - Returns: Whether a whole row was found; if not, more bytes are needed, or there is none.
    mutating func next(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
        if isDone { begin(bytes) }
        isCut = false
        while at < bytes.count {
            switch state {
            case .fieldStart: startField(bytes)
            case .plain: if scanPlain(bytes, isLast) { return true }
            case .enclosed: scanEnclosed(bytes)
            case .quote: if scanQuote(bytes, isLast) { return true }
            case .skipping: if skip(bytes) { return true }
            }
            if isCut { return false }
        }
        return isLast && finish(bytes)
    }

    /// Takes the quote that was opened for one that is never closed: the row ends with its first line.
    mutating func abandonQuote() { (fault, state, at) = (.openQuote, .skipping, start) }

    /// Makes one of two quotes where a field has them doubled.
    func collapse(_ text: inout [UInt8]) { fields.collapse(&text) }
}

extension RowScanner {
    private mutating func begin(_ bytes: Span<UInt8>) {
        skipFeed(bytes)
        guard at < bytes.count else { return }
        fields.removeAll()
        (start, state, fault, isDone) = (at, .fieldStart, nil, false)
        (hasEnclosed, hasDoubled, isPlain) = (false, false, false)
    }

    /// Steps over the second byte of a CRLF of which the first was the last of the bytes.
    private mutating func skipFeed(_ bytes: Span<UInt8>) {
        guard skipsFeed, at < bytes.count else { return }
        if bytes[at] == 0x0A { at += 1 }
        skipsFeed = false
    }

    private mutating func startField(_ bytes: Span<UInt8>) {
        let opens = honoursQuotes && bytes[at] == 0x22
        if opens {
            at += 1
            hasEnclosed = true
        }
        field = Field(start: at, end: at)
        state = opens ? .enclosed : .plain
    }

    /// Reads fields that are not enclosed, up to the row's end, a quote or the end of the bytes.
    private mutating func scanPlain(_ bytes: Span<UInt8>, _ isLast: Bool) -> Bool {
        var (start, search) = (field.start, MarkSearch(marks, from: at))
        while let mark = search.next(bytes) {
            let byte = bytes[unchecked: mark]
            if byte == 0x0A || byte == 0x0D || (byte == 0x22 && honoursQuotes) {
                (field.start, at) = (start, mark)
                if byte != 0x22 {
                    endRow(bytes, mark)
                } else {
                    (fault, state) = (.quoteInField, .skipping)
                }
                return byte != 0x22
            }
            guard isDelimiter(bytes, mark, isLast) else {
                if !isCut { continue }
                (field.start, at) = (start, mark)
                return false
            }
            fields.append(Field(start: start, end: mark))
            start = mark + delimiterLength
            if start >= bytes.count || (honoursQuotes && bytes[unchecked: start] == 0x22) {
                (at, state) = (start, .fieldStart)
                return false
            }
            search.skip(to: start)
        }
        (field.start, at) = (start, bytes.count)
        return false
    }

    /// Whether the whole delimiter stands at a place where its first byte does.
    @inline(__always)
    private mutating func isDelimiter(_ bytes: Span<UInt8>, _ mark: Int, _ isLast: Bool) -> Bool {
        if delimiterLength == 1 { return true }
        if delimiterLength == 2, mark + 1 < bytes.count { return bytes[unchecked: mark + 1] == second }
        at = mark
        return delimits(bytes, isLast)
    }

    /// Whether the whole delimiter stands here; when more bytes must tell, `isCut` is set.
    private mutating func delimits(_ bytes: Span<UInt8>, _ isLast: Bool) -> Bool {
        isCut = false
        for index in 1..<max(delimiter.count, 1) {
            guard at + index < bytes.count else {
                isCut = !isLast
                return false
            }
            if bytes[at + index] != delimiter[index] { return false }
        }
        return true
    }

    private mutating func endField(_ end: Int) {
        field.end = end
        fields.append(field)
        at += delimiterLength
        state = .fieldStart
    }

    /// Reads enclosed fields one behind the other, as far as a single byte parts them.
    private mutating func scanEnclosed(_ bytes: Span<UInt8>) {
        while let quote = ByteMarks.quotes.first(bytes, from: at) {
            let next = quote + 1
            guard delimiter.count == 1, next + 1 < bytes.count, bytes[unchecked: next] == delimiter[0],
                bytes[unchecked: next + 1] == 0x22
            else {
                (field.end, at, state) = (quote, next, .quote)
                return
            }
            field.end = quote
            fields.append(field)
            at = next + 2
            field = Field(start: at, end: at)
        }
        at = bytes.count
    }

    private mutating func scanQuote(_ bytes: Span<UInt8>, _ isLast: Bool) -> Bool {
        let byte = bytes[at]
        if byte == 0x22 {
            hasDoubled = true
            at += 1
            state = .enclosed
        } else if byte == 0x0A || byte == 0x0D {
            endRow(bytes, field.end)
            return true
        } else if byte == delimiter[0], delimits(bytes, isLast) {
            endField(field.end)
        } else if !isCut {
            (fault, state) = (.textBehindQuote, .skipping)
        }
        return false
    }

    private mutating func skip(_ bytes: Span<UInt8>) -> Bool {
        while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
        guard at < bytes.count else { return false }
        endLine(bytes)
        return true
    }

    private mutating func endRow(_ bytes: Span<UInt8>, _ fieldEnd: Int) {
        field.end = fieldEnd
        fields.append(field)
        endLine(bytes)
    }

    private mutating func endLine(_ bytes: Span<UInt8>) {
        end = at
        let isReturn = bytes[at] == 0x0D
        at += 1
        if isReturn {
            if at == bytes.count { skipsFeed = true } else if bytes[at] == 0x0A { at += 1 }
        }
        (isDone, isCut) = (true, false)
    }

    /// The row that the end of the text ends, if one was begun.
    private mutating func finish(_ bytes: Span<UInt8>) -> Bool {
        guard !isDone else { return false }
        if state == .enclosed {
            abandonQuote()
            if skip(bytes) { return true }
        } else if state != .skipping {
            if state == .fieldStart { field = Field(start: at, end: at) }
            if state != .quote { field.end = at }
            fields.append(field)
        }
        (end, isDone) = (at, true)
        return true
    }
}
