/// Finds the ends of a row's fields, going on where the bytes ended before.
///
/// Looks at eight bytes at a time for those that mean something; keeps places only.
struct RowScanner {
    /// A field's place in the bytes, without enclosing quotes.
    struct Field {
        var start: Int
        var end: Int
        /// It stood in quotes: empty is a text then, no blank line.
        var isEnclosed = false
        /// It holds doubled quotes.
        var isDoubled = false
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
    private(set) var fields: [Field] = []
    /// Where the row begins.
    private(set) var start = 0
    /// Where the row's content ends, before the line end.
    private(set) var end = 0
    /// What is wrong with the row; `nil` when nothing is.
    private(set) var fault: RowFault?
    /// Whether a field of the row was enclosed: it may span lines and hold doubled quotes.
    private(set) var hasEnclosed = false
    /// The row that was found last ended with a CR at the end of the bytes, an LF may follow.
    private var skipsFeed = false

    private var at = 0
    private var isRowDone = true
    /// The bytes end within a delimiter.
    private var isCut = false
    private var state = State.fieldStart
    private var field = Field(start: 0, end: 0)
    private let delimiter: [UInt8]
    private let honoursQuotes: Bool
    private let first: UInt64
    private let last: UInt64

    init(delimiter: [UInt8], honoursQuotes: Bool, at start: Int = 0) {
        (self.delimiter, self.honoursQuotes) = (delimiter, honoursQuotes)
        (at, self.start) = (start, start)
        first = RowScanner.spread(delimiter[0])
        last = RowScanner.spread(honoursQuotes ? 0x22 : 0x0A)
    }

    /// Where bytes begin that are still needed.
    var position: Int { isRowDone ? at : start }

    /// Whether the last row is complete and none was begun since.
    var isDone: Bool { isRowDone }

    /// Whether what was begun stands in quotes.
    var isEnclosed: Bool { !isRowDone && state == .enclosed }

    /// Says that `count` bytes at the begin are gone.
    mutating func rebase(by count: Int) {
        (at, start, end) = (at - count, start - count, end - count)
        (field.start, field.end) = (field.start - count, field.end - count)
        for index in fields.indices {
            fields[index].start -= count
            fields[index].end -= count
        }
    }

    /// Looks for the end of the row that begins here or was begun before.
    ///
    /// - Parameters:
    ///   - bytes: The text from which nothing was taken since but by `rebase`.
    ///   - isLast: Nothing follows the bytes.
    /// - Returns: Whether a whole row was found; if not, more bytes are needed, or there is none.
    mutating func next(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
        if isRowDone { begin(bytes) }
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
    mutating func collapse(_ text: inout [UInt8]) {
        for index in fields.indices where fields[index].isDoubled {
            var (from, to) = (fields[index].start, fields[index].start)
            while from < fields[index].end {
                text[to] = text[from]
                from += text[from] == 0x22 ? 2 : 1
                to += 1
            }
            (fields[index].end, fields[index].isDoubled) = (to, false)
        }
    }

    private mutating func begin(_ bytes: Span<UInt8>) {
        if skipsFeed, at < bytes.count {
            if bytes[at] == 0x0A { at += 1 }
            skipsFeed = false
        }
        guard at < bytes.count else { return }
        fields.removeAll(keepingCapacity: true)
        (start, state, fault, hasEnclosed, isRowDone) = (at, .fieldStart, nil, false, false)
    }

    private mutating func startField(_ bytes: Span<UInt8>) {
        field = Field(start: at, end: at)
        state = .plain
        guard honoursQuotes, bytes[at] == 0x22 else { return }
        at += 1
        field = Field(start: at, end: at, isEnclosed: true)
        hasEnclosed = true
        state = .enclosed
    }

    /// Reads fields that are not enclosed, up to the row's end, a quote or the end of the bytes.
    private mutating func scanPlain(_ bytes: Span<UInt8>, _ isLast: Bool) -> Bool {
        while true {
            at = mark(bytes, from: at)
            guard at < bytes.count else { return false }
            let byte = bytes[unchecked: at]
            if byte == delimiter[0] {
                switch delimits(bytes, isLast) {
                case .some(true): endField(at)
                case .some(false):
                    at += 1
                    continue
                case .none: return false
                }
                guard at < bytes.count, bytes[unchecked: at] != 0x22 || !honoursQuotes else { return false }
                (field.start, field.isEnclosed, field.isDoubled, state) = (at, false, false, .plain)
            } else if byte == 0x22, honoursQuotes {
                (fault, state) = (.quoteInField, .skipping)
                return false
            } else {
                endRow(bytes, at)
                return true
            }
        }
    }

    /// Whether the whole delimiter stands here; `nil` when more bytes must tell.
    private mutating func delimits(_ bytes: Span<UInt8>, _ isLast: Bool) -> Bool? {
        isCut = false
        guard delimiter.count > 1 else { return true }
        for index in 1..<delimiter.count {
            guard at + index < bytes.count else {
                isCut = !isLast
                return isLast ? false : nil
            }
            if bytes[at + index] != delimiter[index] { return false }
        }
        return true
    }

    private mutating func endField(_ end: Int) {
        field.end = end
        fields.append(field)
        at += delimiter.count
        state = .fieldStart
    }

    private mutating func scanEnclosed(_ bytes: Span<UInt8>) {
        while at < bytes.count, bytes[unchecked: at] != 0x22 { at += 1 }
        guard at < bytes.count else { return }
        field.end = at
        at += 1
        state = .quote
    }

    private mutating func scanQuote(_ bytes: Span<UInt8>, _ isLast: Bool) -> Bool {
        let byte = bytes[at]
        if byte == 0x22 {
            field.isDoubled = true
            at += 1
            state = .enclosed
        } else if byte == 0x0A || byte == 0x0D {
            endRow(bytes, field.end)
            return true
        } else if byte == delimiter[0], let isWhole = delimits(bytes, isLast) {
            if isWhole { endField(field.end) } else { (fault, state) = (.textBehindQuote, .skipping) }
        } else if byte != delimiter[0] {
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
        (isRowDone, isCut) = (true, false)
    }

    /// The row that the end of the text ends, if one was begun.
    private mutating func finish(_ bytes: Span<UInt8>) -> Bool {
        guard !isRowDone else { return false }
        if state == .enclosed {
            abandonQuote()
            if skip(bytes) { return true }
        } else if state != .skipping {
            if state == .fieldStart { field = Field(start: at, end: at) }
            if state != .quote { field.end = at }
            fields.append(field)
        }
        (end, isRowDone) = (at, true)
        return true
    }

    /// The next byte from `from` on that may mean something; the number of bytes when there is none.
    private func mark(_ bytes: Span<UInt8>, from: Int) -> Int {
        var at = from
        let feed = RowScanner.spread(0x0A)
        let carriage = RowScanner.spread(0x0D)
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: at, as: UInt64.self)
            let found =
                RowScanner.zeros(word ^ first) | RowScanner.zeros(word ^ last)
                | RowScanner.zeros(word ^ feed) | RowScanner.zeros(word ^ carriage)
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < bytes.count {
            let byte = bytes[unchecked: at]
            if byte == delimiter[0] || byte == 0x0A || byte == 0x0D || (byte == 0x22 && honoursQuotes) {
                break
            }
            at += 1
        }
        return at
    }

    private static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The high bit of each byte that is zero; the lowest one set is right, and no other is asked for.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}
