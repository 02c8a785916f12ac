/// Where the fields and lines of many rows end, found at once, 64 bytes at a time.
///
/// It speaks of ordinary rows only: quotes, if any, enclose whole fields, and nothing in them must be escaped. Of the
/// others it knows that they are none; `RowScanner` reads them, and gives the same for the ordinary ones.
struct RowIndex {
    /// A line that ends within the text.
    private struct Line {
        /// The mark that ends it.
        let last: UInt32
        /// How many quotes stand in it; `odd` when the row is no ordinary one.
        let quotes: UInt32
    }

    private static let odd = UInt32.max
    /// What stands behind the last block, so that words can be read beyond the end of a field.
    static let margin = 32

    /// The places of delimiters and line ends outside quotes; the first one is before the text.
    private var marks = Room<UInt32>(count: 4096)
    private var lines = Room<Line>(count: 256)
    private var markCount = 0
    private var lineCount = 0
    private var next = 0

    /// Forgets all.
    mutating func removeAll() { (markCount, lineCount, next) = (0, 0, 0) }

    /// Looks through a text.
    ///
    /// - Parameters:
    ///   - text: The text, shorter than 4 GiB; its last bytes, fewer than a block and `margin`, are left out.
    ///   - start: Where a row begins.
    ///   - signs: What parts the fields.
    mutating func build(_ text: Span<UInt8>, from start: Int, _ signs: RowSigns) {
        removeAll()
        let blocks = max(0, text.count - start - RowIndex.margin) / 64
        // A copy that was made before keeps what it has.
        if !isKnownUniquelyReferenced(&marks) || marks.count < blocks * 64 + 16 {
            marks = Room(count: max(4096, blocks * 64 + 16))
        }
        if !isKnownUniquelyReferenced(&lines) || lines.count < blocks * 64 {
            lines = Room(count: max(256, blocks * 64))
        }
        unsafe marks.start[0] = UInt32(truncatingIfNeeded: start - 1)
        markCount = 1
        var (carry, quotes, isOdd) = (UInt64(0), 0, false)
        for block in 0..<blocks {
            let base = start + block * 64
            let found = signs.find(text, base, &carry)
            endLines(found, &quotes, &isOdd)
            add(found.marks, UInt32(truncatingIfNeeded: base))
        }
    }

    /// Notes the lines that end in a block.
    @inline(__always)
    private mutating func endLines(_ found: RowSigns.Found, _ quotes: inout Int, _ isOdd: inout Bool) {
        var (ends, quoteBits, oddBits) = (found.ends, found.quotes, found.odd)
        while ends != 0 {
            let below = (ends & (0 &- ends)) &- 1
            quotes += (quoteBits & below).nonzeroBitCount
            isOdd = isOdd || oddBits & below != 0
            let last = UInt32(truncatingIfNeeded: markCount + (found.marks & below).nonzeroBitCount)
            let line = Line(last: last, quotes: isOdd ? RowIndex.odd : UInt32(truncatingIfNeeded: quotes))
            unsafe (lines.start + lineCount).initialize(to: line)
            lineCount += 1
            (quoteBits, oddBits) = (quoteBits & ~below, oddBits & ~below)
            (quotes, isOdd) = (0, false)
            ends &= ends &- 1
        }
        quotes += quoteBits.nonzeroBitCount
        isOdd = isOdd || oddBits != 0
    }

    /// Notes the places of marks: eight are written in any case, the room has as many to spare.
    @inline(__always)
    private mutating func add(_ marks: UInt64, _ base: UInt32) {
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
    /// Gives the fields of the row that begins at a place.
    ///
    /// - Parameters:
    ///   - text: The text that was looked through.
    ///   - place: Where the row begins; not before the one asked for last.
    ///   - wanted: How many fields an ordinary row has.
    ///   - fields: Where the fields go.
    /// - Returns: Where the row's line end lies; `nil` when the row is no ordinary one or not known.
    mutating func take(
        _ text: Span<UInt8>, at place: Int, wanted: Int, _ fields: inout FieldList
    ) -> Int? {
        while next < lineCount, start(next) < place { next += 1 }
        guard next < lineCount, start(next) == place else { return nil }
        let (first, line) = unsafe (before(next), lines.start[next])
        guard Int(line.last) - first == wanted, line.quotes != RowIndex.odd else { return nil }
        fields.removeAll(for: wanted)
        var from = place
        for index in 0..<wanted {
            let end = unsafe Int(marks.start[first + index + 1])
            fields[index] = RowScanner.Field(start: from, end: end)
            from = end + 1
        }
        trimReturn(text, &fields)
        if line.quotes > 0, !RowIndex.unquote(text, Int(line.quotes), &fields) { return nil }
        next += 1
        return from - 1
    }

    /// The mark before a line.
    @inline(__always)
    private func before(_ line: Int) -> Int { line == 0 ? 0 : unsafe Int(lines.start[line - 1].last) }

    @inline(__always)
    private func start(_ line: Int) -> Int { unsafe Int(marks.start[before(line)] &+ 1) }

    /// Takes the carriage return off that stands before the line feed.
    private func trimReturn(_ text: Span<UInt8>, _ fields: inout FieldList) {
        let last = fields[fields.count - 1]
        guard last.end > last.start, text[last.end] == 0x0A, text[last.end - 1] == 0x0D else { return }
        fields[fields.count - 1] = RowScanner.Field(start: last.start, end: last.end - 1)
    }

    /// Takes the quotes off that enclose fields.
    ///
    /// - Returns: `false` when other quotes than these stand in the row.
    private static func unquote(_ text: Span<UInt8>, _ quotes: Int, _ fields: inout FieldList) -> Bool {
        var found = 0
        for index in 0..<fields.count {
            let field = fields[index]
            let opens =
                text[unchecked: field.start] == 0x22
                && text[unchecked: max(field.end - 1, field.start)] == 0x22
            let width = opens && field.end - field.start > 1 ? 1 : 0
            fields[index] = RowScanner.Field(start: field.start + width, end: field.end - width)
            found += width
        }
        return 2 * found == quotes
    }
}
