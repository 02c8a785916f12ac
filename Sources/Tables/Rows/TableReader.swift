public import Decoding
import Records

/// A reader of the rows of delimited text, slice by slice; fields are extracted only when requested.
///
/// Rows end with LF, CRLF or CR, which may be mixed. Memory is bounded by a slice and the longest row, 1 MiB.
///
/// ```swift
/// var reader = TableReader(delimiter: ",", honoursQuotes: true)
/// reader.append(slice)
/// while try reader.next() { use(reader.strings) }
/// ```
public struct TableReader {
    /// The maximum length of a row, in bytes.
    public static let maximumRow = 1 << 20
    private static let byteOrderMark = Array("\u{FEFF}".utf8)
    /// The number of unclosed quotes after which the table is rejected.
    private static let maximumOpenQuotes = 64

    var text: [UInt8] = []
    private(set) var scanner: RowScanner
    /// The number of fields of an ordinary row, so that many can be found together; `nil` if unknown.
    var wanted: Int?
    /// The delimiter that `TextDecoder.shortDelimiter` stands for; empty if the text has its own.
    private var meant: [UInt8] = []
    private var isLast = false
    private var nextLine: Int
    private var openQuotes = 0
    /// The number of the row's first line, from 1.
    public private(set) var line: Int

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - delimiter: The text between fields; not empty, without quotes and line ends.
    ///   - honoursQuotes: Whether double quotes may enclose fields.
    public init(delimiter: String, honoursQuotes: Bool) {
        self.init(text: [], at: 0, line: 1, delimiter: Array(delimiter.utf8), honoursQuotes: honoursQuotes)
    }

    init(
        text: [UInt8], at start: Int, line: Int, delimiter: [UInt8], honoursQuotes: Bool, isLast: Bool = false
    ) {
        self.isLast = isLast
        self.text = text
        self.line = line
        nextLine = line
        scanner = RowScanner(delimiter: delimiter, honoursQuotes: honoursQuotes, at: start)
    }

    /// A reader of the same text from the next row on, to look ahead.
    var rest: TableReader {
        TableReader(
            text: text, at: scanner.position, line: nextLine, delimiter: scanner.delimiter,
            honoursQuotes: scanner.honoursQuotes, isLast: isLast)
    }

    /// Appends the next slice of UTF-8; discards the current row.
    public mutating func append(_ bytes: Span<UInt8>) {
        makeRoom()
        text.append(bytes)
    }

    /// Finishes the text: a last line without a line end is a row, too.
    public mutating func finish() { isLast = true }

    /// Discards the text that has been read; called before appending.
    mutating func makeRoom() {
        scanner.extend()
        let done = scanner.position
        guard done > 0 else { return }
        text.removeSubrange(0..<done)
        scanner.rebase(by: done)
    }

    /// Moves to the next row.
    ///
    /// - Returns: `false` if more slices are needed, or no row is left.
    /// - Throws: `DecodeError` if a row is longer than 1 MiB, or more than 64 quotes are never closed.
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
        if scanner.fault == nil, scanner.hasEnclosed || scanner.hasInner { finishQuoted() }
        return true
    }

    /// Scans the text by a second reference: a span of a property would retain all of `self`.
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
            throw DecodeError(part: "table in which all quotes are closed", found: opening, offset: 0)
        }
    }

    private var opening: String { shown(scanner.start..<min(text.count, scanner.start + 200)).span.opening }

    /// Leaves out a byte order mark at the start of the row, which is where documents were joined.
    mutating func dropMark() {
        let mark = TableReader.byteOrderMark
        guard text[scanner.start] == mark[0], scanner.end - scanner.start >= mark.count,
            mark.indices.allSatisfy({ text[scanner.start + $0] == mark[$0] })
        else { return }
        scanner.fields[0].start += mark.count
    }

    /// The number of line ends within the row.
    private var lineEnds: Int {
        let text = self.text
        var count = 0
        var search = MarkSearch(ByteMarks.lineEnds, from: scanner.start)
        while let at = search.next(text.span), at < scanner.end {
            if text[at] == .newline || text[at + 1] != .newline { count += 1 }
        }
        return count
    }

    private mutating func finishQuoted() {
        if scanner.hasEnclosed { nextLine += lineEnds }
        if scanner.hasDoubled { scanner.collapse(&text) }
        guard scanner.hasInner || scanner.hasDoubled else { return }
        let text = self.text
        scanner.fields.unwrap(text.span)
    }
}

extension TableReader {
    /// The number of fields of the row.
    public var count: Int { scanner.fields.count }

    /// The reason why the fields of the row cannot be separated; `nil` if they can.
    public var fault: RowFault? { scanner.fault }

    /// Whether the line is empty.
    public var isBlank: Bool { scanner.start == scanner.end }

    /// Whether all fields are empty.
    var isVoid: Bool {
        let field = scanner.fields[0]
        guard field.start == field.end || text[field.start] <= .space else { return false }
        let text = self.text
        return (0..<count).allSatisfy { index in
            !text.span.isPresent(scanner.fields[index].start..<scanner.fields[index].end)
        }
    }

    /// Whether the fields are names of columns once more.
    func repeats(_ names: [String]) -> Bool {
        guard let first = names.first, scanner.fields[0].end - scanner.fields[0].start == first.utf8.count,
            count == names.count
        else { return false }
        return names.indices.allSatisfy { self[$0].hasBytes(of: names[$0]) }
    }

    /// A field of the row, unchanged, without enclosing quotes.
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

    /// Returns a range of the text with the table's own delimiter.
    private func shown(_ part: Range<Int>) -> [UInt8] {
        meant.isEmpty
            ? Array(text[part]) : text[part].flatMap { $0 == TextDecoder.shortDelimiter ? meant : [$0] }
    }

    /// Replaces a longer delimiter by `TextDecoder.shortDelimiter`: in the text that has not been read now,
    /// in later slices before they arrive.
    mutating func shorten(_ delimiter: [UInt8]) {
        var rest: [UInt8] = []
        var at = scanner.position
        rest.reserveCapacity(text.count - at)
        while at < text.count {
            let isDelimiter = text[at] == delimiter[0] && text[at...].starts(with: delimiter)
            rest.append(isDelimiter ? TextDecoder.shortDelimiter : text[at])
            at += isDelimiter ? delimiter.count : 1
        }
        text = rest
        meant = delimiter
        scanner = RowScanner(scanner, delimiter: [TextDecoder.shortDelimiter], at: 0)
    }
}
