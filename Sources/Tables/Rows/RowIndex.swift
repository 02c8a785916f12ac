import Records

/// The ends of fields and lines of many rows, found together, 64 bytes at a time.
///
/// The index covers only ordinary rows: quotes, if any, enclose whole fields, and nothing in them needs an
/// escape. `RowScanner` reads the other rows, and has the same results for ordinary ones.
struct RowIndex {
    /// A line that ends within the text.
    private struct Line {
        /// The index of the mark that ends it.
        let last: UInt32
        /// The number of quotes in it; `odd` if the row is not ordinary.
        let quotes: UInt32
    }

    private static let odd = UInt32.max
    /// The number of bytes after the last block, so that words can be read past the end of a field.
    static let margin = 32

    /// The offsets of delimiters and line ends outside quotes; the first one is before the text.
    private var marks = RawBuffer<UInt32>(count: 4096)
    private var lines = RawBuffer<Line>(count: 256)
    private var markCount = 0
    private var lineCount = 0
    private var next = 0

    /// Discards the index.
    mutating func removeAll() {
        markCount = 0
        lineCount = 0
        next = 0
    }

    /// Builds the index of a text.
    ///
    /// - Parameters:
    ///   - text: The text, shorter than 4 GiB; its last bytes, fewer than a block and `margin`, are not
    ///     indexed.
    ///   - start: The offset of a row.
    ///   - signs: The delimiters.
    mutating func build(_ text: Span<UInt8>, from start: Int, signs: RowBitmap) {
        removeAll()
        let blocks = max(0, text.count - start - RowIndex.margin) / 64
        // An earlier copy of the index keeps its marks.
        if !isKnownUniquelyReferenced(&marks) || marks.count < blocks * 64 + 16 {
            marks = RawBuffer(count: max(4096, blocks * 64 + 16))
        }
        if !isKnownUniquelyReferenced(&lines) || lines.count < blocks * 64 {
            lines = RawBuffer(count: max(256, blocks * 64))
        }
        unsafe marks.start[0] = UInt32(truncatingIfNeeded: start - 1)
        markCount = 1
        var carry = UInt64(0)
        var quotes = 0
        var isOdd = false
        for block in 0..<blocks {
            let base = start + block * 64
            let found = signs.find(text, base: base, carry: &carry)
            recordLines(found, quotes: &quotes, isOdd: &isOdd)
            add(found.marks, base: UInt32(truncatingIfNeeded: base))
        }
    }

    /// Records the lines that end in a block.
    @inline(__always)
    private mutating func recordLines(_ found: RowBitmap.Found, quotes: inout Int, isOdd: inout Bool) {
        var ends = found.ends
        var quoteBits = found.quotes
        var oddBits = found.odd
        while ends != 0 {
            let below = (ends & (0 &- ends)) &- 1
            quotes += (quoteBits & below).nonzeroBitCount
            isOdd = isOdd || oddBits & below != 0
            let last = UInt32(truncatingIfNeeded: markCount + (found.marks & below).nonzeroBitCount)
            let line = Line(last: last, quotes: isOdd ? RowIndex.odd : UInt32(truncatingIfNeeded: quotes))
            unsafe (lines.start + lineCount).initialize(to: line)
            lineCount += 1
            quoteBits = quoteBits & ~below
            oddBits = oddBits & ~below
            quotes = 0
            isOdd = false
            ends &= ends &- 1
        }
        quotes += quoteBits.nonzeroBitCount
        isOdd = isOdd || oddBits != 0
    }

    /// Records the offsets of marks. Always writes eight of them, since the buffer has spare room.
    @inline(__always)
    private mutating func add(_ marks: UInt64, base: UInt32) {
        let count = marks.nonzeroBitCount
        let place = unsafe self.marks.start + markCount
        var bits = marks
        for index in 0..<8 {
            unsafe place[index] = base &+ UInt32(truncatingIfNeeded: bits.trailingZeroBitCount)
            bits &= bits &- 1
        }
        var index = 8
        while index < count {
            unsafe place[index] = base &+ UInt32(truncatingIfNeeded: bits.trailingZeroBitCount)
            bits &= bits &- 1
            index += 1
        }
        markCount += count
    }
}

extension RowIndex {
    /// Returns the fields of the row at an offset.
    ///
    /// - Parameters:
    ///   - text: The indexed text.
    ///   - place: The offset of the row; not before the previous one.
    ///   - wanted: The number of fields of an ordinary row.
    ///   - fields: Receives the fields.
    /// - Returns: The offset of the row's end; `nil` if the row is not ordinary or not indexed.
    mutating func readRow(
        _ text: Span<UInt8>, at place: Int, wanted: Int, into fields: inout FieldList
    ) -> Int? {
        while next < lineCount, start(next) < place { next += 1 }
        guard next < lineCount, start(next) == place else { return nil }
        let (first, line) = unsafe (before(next), lines.start[next])
        guard Int(line.last) - first == wanted, line.quotes != RowIndex.odd else { return nil }
        fields.removeAll(for: wanted)
        var from = place
        for index in 0..<wanted {
            let end = unsafe Int(marks.start[first + index + 1])
            fields[index] = RowField(start: from, end: end)
            from = end + 1
        }
        trimReturn(text, into: &fields)
        if line.quotes > 0, !RowIndex.unquote(text, quotes: Int(line.quotes), into: &fields) { return nil }
        next += 1
        return from - 1
    }

    /// Returns the mark before a line.
    @inline(__always)
    private func before(_ line: Int) -> Int { line == 0 ? 0 : unsafe Int(lines.start[line - 1].last) }

    @inline(__always)
    private func start(_ line: Int) -> Int { unsafe Int(marks.start[before(line)] &+ 1) }

    /// Removes the carriage return before the line feed.
    private func trimReturn(_ text: Span<UInt8>, into fields: inout FieldList) {
        let last = fields[fields.count - 1]
        guard last.end > last.start, text[last.end] == .newline, text[last.end - 1] == .carriageReturn else {
            return
        }
        fields[fields.count - 1] = RowField(start: last.start, end: last.end - 1)
    }

    /// Removes the quotes that enclose fields.
    ///
    /// - Returns: `false` if the row has other quotes.
    private static func unquote(_ text: Span<UInt8>, quotes: Int, into fields: inout FieldList) -> Bool {
        var found = 0
        for index in 0..<fields.count {
            let field = fields[index]
            let opens =
                text[unchecked: field.start] == .quote
                && text[unchecked: max(field.end - 1, field.start)] == .quote
            let width = opens && field.end - field.start > 1 ? 1 : 0
            fields[index] = RowField(start: field.start + width, end: field.end - width)
            found += width
        }
        return 2 * found == quotes
    }
}
