import Decoding
import Records

/// The parts of a row: plain and enclosed fields, delimiters and the end.
extension RowScanner {
    mutating func startRow(_ bytes: Span<UInt8>) {
        skipFeed(bytes)
        guard at < bytes.count else { return }
        fields.removeAll()
        start = at
        state = .fieldStart
        fault = nil
        isDone = false
        hasEnclosed = false
        hasInner = false
        hasDoubled = false
        isPlain = false
    }

    /// Skips the LF of a CRLF whose CR was the last byte.
    mutating func skipFeed(_ bytes: Span<UInt8>) {
        guard skipsFeed, at < bytes.count else { return }
        if bytes[at] == .newline { at += 1 }
        skipsFeed = false
    }

    mutating func startField(_ bytes: Span<UInt8>) {
        let opens = honoursQuotes && bytes[at] == .quote
        if opens {
            at += 1
            hasEnclosed = true
        }
        field = RowField(start: at, end: at)
        state = opens ? .enclosed : .plain
    }

    /// Reads plain fields up to the end of the row, a field with quotes or the end of the bytes.
    ///
    /// A quote within a field is a character; one after blanks only encloses the field.
    mutating func scanPlain(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
        var start = field.start
        var search = MarkSearch(marks, from: at)
        while let mark = search.next(bytes) {
            let byte = bytes[unchecked: mark]
            if byte.isLineEnd {
                field.start = start
                at = mark
                finishRow(bytes, fieldEnd: mark)
                return true
            }
            if byte == .quote, honoursQuotes {
                if encloses(bytes, quote: mark, from: start) { return false }
                hasInner = true
                continue
            }
            guard isDelimiter(bytes, mark: mark, isLast: isLast) else {
                if !isCut { continue }
                field.start = start
                at = mark
                return false
            }
            fields.append(RowField(start: start, end: mark))
            start = mark + delimiterLength
            if start >= bytes.count || (honoursQuotes && bytes[unchecked: start] == .quote) {
                at = start
                state = .fieldStart
                return false
            }
            search.skip(to: start)
        }
        field.start = start
        at = bytes.count
        return false
    }

    /// Enters an enclosed field if only blanks are before its quote.
    private mutating func encloses(_ bytes: Span<UInt8>, quote: Int, from start: Int) -> Bool {
        for place in start..<quote where !bytes[unchecked: place].isBlank { return false }
        hasEnclosed = true
        at = quote + 1
        field = RowField(start: at, end: at)
        state = .enclosed
        return true
    }

    /// Whether the whole delimiter is at an offset where its first byte was found.
    @inline(__always)
    mutating func isDelimiter(_ bytes: Span<UInt8>, mark: Int, isLast: Bool) -> Bool {
        if delimiterLength == 1 { return true }
        if delimiterLength == 2, mark + 1 < bytes.count { return bytes[unchecked: mark + 1] == second }
        at = mark
        return delimits(bytes, isLast: isLast)
    }

    /// Whether the whole delimiter is here; sets `isCut` if more bytes are needed.
    mutating func delimits(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
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

    mutating func finishField(_ end: Int) {
        field.end = end
        fields.append(field)
        at += delimiterLength
        state = .fieldStart
    }

    /// Reads consecutive enclosed fields, as long as a single byte separates them.
    mutating func scanEnclosed(_ bytes: Span<UInt8>) {
        while let quote = ByteMarks.quotes.first(bytes, from: at) {
            let next = quote + 1
            guard delimiter.count == 1, next + 1 < bytes.count, bytes[unchecked: next] == delimiter[0],
                bytes[unchecked: next + 1] == .quote
            else {
                field.end = quote
                at = next
                state = .quote
                return
            }
            field.end = quote
            fields.append(field)
            at = next + 2
            field = RowField(start: at, end: at)
        }
        at = bytes.count
    }

    mutating func scanQuote(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
        let byte = bytes[at]
        if byte == .quote {
            hasDoubled = true
            at += 1
            state = .enclosed
        } else if byte.isLineEnd {
            finishRow(bytes, fieldEnd: field.end)
            return true
        } else if byte == delimiter[0], delimits(bytes, isLast: isLast) {
            finishField(field.end)
        } else if byte.isBlank, !isCut {
            at += 1
            state = .after
        } else if !isCut {
            fault = .textBehindQuote
            state = .skipping
        }
        return false
    }

    mutating func scanAfter(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
        guard bytes[at] != .quote else {
            fault = .textBehindQuote
            state = .skipping
            return false
        }
        return scanQuote(bytes, isLast: isLast)
    }

    mutating func skip(_ bytes: Span<UInt8>) -> Bool {
        while at < bytes.count, !bytes[at].isLineEnd { at += 1 }
        guard at < bytes.count else { return false }
        finishLine(bytes)
        return true
    }

    mutating func finishRow(_ bytes: Span<UInt8>, fieldEnd: Int) {
        field.end = fieldEnd
        fields.append(field)
        finishLine(bytes)
    }

    mutating func finishLine(_ bytes: Span<UInt8>) {
        end = at
        let isReturn = bytes[at] == .carriageReturn
        at += 1
        if isReturn {
            if at == bytes.count { skipsFeed = true } else if bytes[at] == .newline { at += 1 }
        }
        isDone = true
        isCut = false
    }

    /// Finishes a row at the end of the text, if one was started.
    mutating func finish(_ bytes: Span<UInt8>) -> Bool {
        guard !isDone else { return false }
        if state == .enclosed {
            abandonQuote()
            if skip(bytes) { return true }
        } else if state != .skipping {
            if state == .fieldStart { field = RowField(start: at, end: at) }
            if state != .quote, state != .after { field.end = at }
            fields.append(field)
        }
        end = at
        isDone = true
        return true
    }
}
