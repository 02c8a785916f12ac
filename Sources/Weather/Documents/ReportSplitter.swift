import Decoding
import Records

/// A splitter of bulletins into reports.
///
/// A report ends at `=`, at a blank line, at a control character that ends a bulletin, or where the next
/// report begins, even one whose station is garbled. Continuation lines are joined. Control characters count
/// as blanks.
///
/// Source: WMO-No. 386, part II, attachment II-4 (bulletins), and the plain lists of services.
struct ReportSplitter {
    /// A report, or a line that is not part of one.
    struct Piece {
        /// The kind of a piece.
        enum Sort {
            /// A report with the heading above it.
            case report(heading: ReportHeading)
            /// A report whose station is not an identifier, with the word that stands in its place.
            case garbled(station: String)
            /// A line that neither begins nor continues a report, and is not a heading; or a report of
            /// another kind, such as a TAF between METARs.
            case stray
        }

        let sort: Sort
        /// The number of its first line, from 1.
        let line: Int
        /// The offset in bytes from the start of the document.
        let offset: Int
        /// The text, with the same length as in the document.
        let text: [UInt8]
    }

    /// The kind of reports in a document.
    enum Form {
        /// Observations: a station, a time, groups. Lists without `=` have one report on each line, so that a
        /// broken one ends with its line.
        case observations
        /// Forecasts: a station, a time, a period, groups on several lines.
        case forecasts
    }

    /// The maximum length of a report; a longer one is truncated.
    static let maximumLength = 16_384

    let words: [StaticString]
    let form: Form
    /// The text of the report that has begun.
    private(set) var text: [UInt8] = []
    private var start = (line: 0, offset: 0)
    /// Whether a report has begun and may continue.
    private(set) var isOpen = false
    /// Whether reports of this document end with `=`.
    private(set) var hasTerminators = false
    /// The kind of the piece that has begun.
    private var sort = Piece.Sort.stray
    private var heading = ReportHeading()
    /// The line, in capital letters.
    private var held: [UInt8] = []
    /// The line as it is in the document, if it has small letters; otherwise empty.
    private var original: [UInt8] = []
    private var line = 1
    private var pieces: [Piece] = []
    private var offset = 0

    /// Creates a splitter.
    ///
    /// - Parameters:
    ///   - words: The words that may precede a report or head a bulletin.
    ///   - form: The kind of the reports.
    init(headedBy words: [StaticString], form: Form) {
        self.words = words
        self.form = form
    }

    /// Reads the next slice, which may end anywhere, and returns the pieces that are now complete.
    mutating func consume(_ bytes: Span<UInt8>) -> [Piece] {
        var from = 0
        for index in 0..<bytes.count where bytes[index] == .newline {
            append(bytes, range: from..<index)
            finishLine(length: held.count + 1)
            from = index + 1
        }
        append(bytes, range: from..<bytes.count)
        return drain()
    }

    /// Reads the end of the document and returns the remaining pieces.
    mutating func finish() -> [Piece] {
        finishLine(length: held.count)
        close()
        return drain()
    }

    private mutating func drain() -> [Piece] {
        defer { pieces.removeAll(keepingCapacity: true) }
        return pieces
    }

    private mutating func append(_ bytes: Span<UInt8>, range: Range<Int>) {
        // A line without an end must not exhaust memory: beyond this length it is not a report.
        let room = max(0, 1 << 20 - held.count)
        for index in range.prefix(room) { held.append(bytes[index]) }
    }

    private mutating func finishLine(length: Int) {
        blankNoBreakSpaces()
        raiseLowerCase()
        var from = 0
        for index in held.indices where held[index] == .equals {
            readLine(from..<index)
            hasTerminators = hasTerminators || isOpen
            close()
            from = index + 1
        }
        readLine(from..<held.count)
        held.removeAll(keepingCapacity: true)
        line += 1
        offset += length
    }

    /// Replaces no-break spaces, in UTF-8 or as single bytes, by spaces; reports copied from web pages
    /// contain them.
    private mutating func blankNoBreakSpaces() {
        for index in held.indices where held[index] == .noBreakSpaceEnd {
            held[index] = .space
            if index > 0, held[index - 1] == .noBreakSpaceStart { held[index - 1] = .space }
        }
    }

    /// Raises a line that has small letters only, as in messages typed by hand.
    private mutating func raiseLowerCase() {
        original.removeAll(keepingCapacity: true)
        guard !held.contains(where: \.isUppercase), held.contains(where: \.isLowercase) else { return }
        original = held
        for index in held.indices where held[index].isLowercase { held[index] = held[index].uppercased }
    }

    /// Reads a line, or the part of it before or after a `=`.
    private mutating func readLine(_ range: Range<Int>) {
        var tokens = Tokens(range)
        guard let first = tokens.next(held.span) else {
            if range.lowerBound == 0, range.upperBound == held.count { close() }
            return
        }
        let isIndented = first.start > range.lowerBound
        if let begun = start(first, followedBy: tokens, in: held.span, isIndented: isIndented) {
            close()
            open(begun, from: first.start, to: range.upperBound)
        } else if let found = heading(first, followedBy: tokens, in: held.span), !isOpen || found.type != nil
        {
            close()
            heading.merge(found)
        } else if isOpen, !endsBulletin(first, followedBy: tokens, in: held.span) {
            extend(range)
        } else if !isHeading(first, followedBy: tokens, in: held.span) {
            let text = Array((original.isEmpty ? held : original)[first.start..<range.upperBound])
            pieces.append(Piece(sort: .stray, line: line, offset: offset + first.start, text: text))
        } else {
            close()
            heading = ReportHeading()
        }
    }

    private mutating func open(_ begun: Start, from lower: Int, to upper: Int) {
        isOpen = true
        start = (line, offset + lower)
        text.append(contentsOf: held[lower..<upper])
        sort =
            switch begun {
            case .report: .report(heading: heading)
            case .garbled(let word): .garbled(station: word.text(held.span))
            case .foreign: .stray
            }
    }

    private mutating func extend(_ range: Range<Int>) {
        guard text.count + range.count < Self.maximumLength else { return }
        // Keep the length of line ends, so that offsets in the report are offsets in the document.
        let gap = max(1, offset + range.lowerBound - start.offset - text.count)
        text.append(contentsOf: repeatElement(.space, count: min(gap, Self.maximumLength)))
        text.append(contentsOf: held[range])
    }

    private mutating func close() {
        guard isOpen else { return }
        pieces.append(Piece(sort: sort, line: start.line, offset: start.offset, text: text))
        text.removeAll(keepingCapacity: true)
        isOpen = false
    }
}
