/// Reads the rows of delimited text, slice by slice; the fields stay in place until they are asked for.
///
/// Rows end with LF, CRLF or CR, also mixed. Memory is bounded by a slice and the longest row, 1 MiB.
///
/// ```swift
/// var reader = TableReader(delimiter: ",", honoursQuotes: true)
/// reader.append(slice)
/// while try reader.next() { use(reader.strings) }
/// ```
public struct TableReader {
    /// The longest row, bytes.
    public static let maximumRow = 1 << 20
    /// How many quotes may stay open before the table is given up.
    private static let maximumOpenQuotes = 64

    var text: [UInt8] = []
    private(set) var scanner: RowScanner
    /// How many fields an ordinary row has, so that many can be found at once; `nil` when that is not known.
    var wanted: Int?
    /// What stands for the byte 0xFF, which parts the fields of text that is no UTF-8; empty when none does.
    private var meant: [UInt8] = []
    private var isLast = false
    private var nextLine: Int
    private var openQuotes = 0
    /// The line on which the row begins, 1 is the first.
    public private(set) var line: Int

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - delimiter: What stands between fields; not empty, without quotes and line ends.
    ///   - honoursQuotes: Whether fields may stand in double quotes.
    public init(delimiter: String, honoursQuotes: Bool) {
        self.init(text: [], at: 0, line: 1, delimiter: Array(delimiter.utf8), honoursQuotes: honoursQuotes)
    }

    init(text: [UInt8], at start: Int, line: Int, delimiter: [UInt8], honoursQuotes: Bool) {
        self.text = text
        (self.line, nextLine) = (line, line)
        scanner = RowScanner(delimiter: delimiter, honoursQuotes: honoursQuotes, at: start)
    }

    /// Takes the next slice, UTF-8; the row that was read last is gone then.
    public mutating func append(_ bytes: Span<UInt8>) {
        makeRoom()
        bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    }

    /// Says that no more slices come: what stands behind the last line end is a row too.
    public mutating func finish() { isLast = true }

    /// Drops the text that was read; before it is added to.
    mutating func makeRoom() {
        scanner.extend()
        let done = scanner.position
        guard done > 0 else { return }
        text.removeSubrange(0..<done)
        scanner.rebase(by: done)
    }

    /// Goes to the next row.
    ///
    /// - Returns: `false` when more slices are needed, or there is no row left.
    /// - Throws: When a row is longer than 1 MiB, or more than 64 quotes are never closed.
    public mutating func next() throws(DecodeError) -> Bool {
        if let wanted, scanPlain(wanted) {
            line = nextLine
            nextLine += 1
            return true
        }
        while !scan() {
            guard text.count - scanner.start > TableReader.maximumRow, !scanner.isDone else { return false }
            guard scanner.isEnclosed else {
                throw DecodeError(part: "row of at most 1 MiB", found: opening, offset: 0)
            }
            scanner.abandonQuote()
        }
        line = nextLine
        nextLine += 1
        if scanner.fault == .openQuote { try countOpenQuote() }
        if scanner.hasEnclosed, scanner.fault == nil { endEnclosed() }
        return true
    }

    /// Borrows the text by a second reference: a span of a property would keep all of `self`.
    private mutating func scan() -> Bool {
        let text = self.text
        return scanner.next(text.span, isLast: isLast)
    }

    private mutating func scanPlain(_ wanted: Int) -> Bool {
        let text = self.text
        return scanner.nextPlain(text.span, wanted: wanted)
    }

    private mutating func countOpenQuote() throws(DecodeError) {
        openQuotes += 1
        guard openQuotes <= TableReader.maximumOpenQuotes else {
            throw DecodeError(part: "table with quotes that close", found: opening, offset: 0)
        }
    }

    private var opening: String { shown(scanner.start..<min(text.count, scanner.start + 200)).span.opening }

    /// How many lines end within the row.
    private var lineEnds: Int {
        let text = self.text
        var (count, search) = (0, MarkSearch(ByteMarks.lineEnds, from: scanner.start))
        while let at = search.next(text.span), at < scanner.end {
            if text[at] == 0x0A || text[at + 1] != 0x0A { count += 1 }
        }
        return count
    }

    private mutating func endEnclosed() {
        nextLine += lineEnds
        if scanner.hasDoubled { scanner.collapse(&text) }
    }
}

extension TableReader {
    /// How many fields the row has.
    public var count: Int { scanner.fields.count }

    /// Why the row's fields cannot be told apart; `nil` when they can.
    public var fault: RowFault? { scanner.fault }

    /// Whether nothing stands on the line.
    public var isBlank: Bool { scanner.start == scanner.end }

    /// A field of the row, as it stands, without enclosing quotes.
    public subscript(_ index: Int) -> String {
        let field = scanner.fields[index]
        return text.span.text(field.start..<field.end)
    }

    /// All fields of the row.
    public var strings: [String] { (0..<count).map { self[$0] } }

    /// The whole row, for messages.
    var row: String {
        String(decoding: shown(scanner.start..<min(scanner.end, scanner.start + 200)), as: UTF8.self)
    }

    /// A part of the text with the delimiter as the table has it.
    private func shown(_ part: Range<Int>) -> [UInt8] {
        meant.isEmpty ? Array(text[part]) : text[part].flatMap { $0 == 0xFF ? meant : [$0] }
    }

    /// Goes on with the byte 0xFF for a delimiter that is longer: what has not been read has it everywhere, in what
    /// comes it stands already.
    mutating func shorten(_ delimiter: [UInt8]) {
        var rest: [UInt8] = []
        for byte in text[scanner.position...] {
            rest.append(byte)
            if rest.suffix(delimiter.count).elementsEqual(delimiter) {
                rest.removeLast(delimiter.count)
                rest.append(0xFF)
            }
        }
        (text, meant) = (rest, delimiter)
        scanner = RowScanner(scanner, delimiter: [0xFF], at: 0)
    }
}
