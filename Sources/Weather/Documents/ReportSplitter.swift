import Records

/// A splitter of bulletins into reports.
///
/// A report ends at `=`, at a blank line, at a control character that ends a bulletin, or where the next
/// report begins. Continuation lines are joined. Control characters count as blanks.
///
/// Source: WMO-No. 386, part II, attachment II-4 (bulletins), and the plain lists of services.
struct ReportSplitter {
    /// A report, or a line that is not part of one.
    struct Piece {
        /// The kind of a piece.
        enum Sort {
            /// A report with the word in the heading of its bulletin, such as SPECI.
            case report(heading: ShortText?)
            /// A line that neither begins nor continues a report, and is not a heading.
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

    /// The maximum length of a report; a longer one is truncated.
    static let maximumLength = 16_384

    private let words: [StaticString]
    private let isOneALine: Bool
    private var text: [UInt8] = []
    private var start = (line: 0, offset: 0)
    private var isOpen = false
    private var hasTerminators = false
    private var heading: ShortText?
    private var held: [UInt8] = []
    private var line = 1
    private var pieces: [Piece] = []
    private var offset = 0

    /// Creates a splitter.
    ///
    /// - Parameters:
    ///   - words: The words that may precede a report or head a bulletin.
    ///   - isOneALine: Whether lists without `=` have one report on each line, so that a broken one ends with
    ///     its line.
    init(headedBy words: [StaticString], isOneALine: Bool) {
        self.words = words
        self.isOneALine = isOneALine
    }

    /// Reads the next slice, which may end anywhere, and returns the pieces that are now complete.
    mutating func take(_ bytes: Span<UInt8>) -> [Piece] {
        var from = 0
        for index in 0..<bytes.count where bytes[index] == .newline {
            append(bytes, range: from..<index)
            endLine(length: held.count + 1)
            from = index + 1
        }
        append(bytes, range: from..<bytes.count)
        return drain()
    }

    /// Reads the end of the document and returns the remaining pieces.
    mutating func finish() -> [Piece] {
        endLine(length: held.count)
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

    private mutating func endLine(length: Int) {
        blankNoBreakSpaces()
        var from = 0
        for index in held.indices where held[index] == .equals {
            takeLine(from..<index)
            hasTerminators = hasTerminators || isOpen
            close()
            from = index + 1
        }
        takeLine(from..<held.count)
        held.removeAll(keepingCapacity: true)
        line += 1
        offset += length
    }

    /// Replaces no-break spaces, in UTF-8 or as single bytes, by spaces; reports copied from web pages
    /// contain them.
    private mutating func blankNoBreakSpaces() {
        for index in held.indices where held[index] == 0xA0 {
            held[index] = .space
            if index > 0, held[index - 1] == 0xC2 { held[index - 1] = .space }
        }
    }

    /// Reads a line, or the part of it before or after a `=`.
    private mutating func takeLine(_ range: Range<Int>) {
        var tokens = Tokens(range)
        guard let first = tokens.next(held.span) else {
            if range.lowerBound == 0, range.upperBound == held.count { close() }
            return
        }
        if isStart(first, followedBy: tokens, in: held.span, isIndented: first.start > range.lowerBound) {
            close()
            isOpen = true
            start = (line, offset + first.start)
            text.append(contentsOf: held[first.start..<range.upperBound])
        } else if let word = onlyWord(first, followedBy: tokens, in: held.span) {
            close()
            heading = word
        } else if isOpen {
            goOn(range)
        } else if !isHeading(first, followedBy: tokens, in: held.span) {
            let text = Array(held[first.start..<range.upperBound])
            pieces.append(Piece(sort: .stray, line: line, offset: offset + first.start, text: text))
        } else {
            heading = nil
        }
    }

    private mutating func goOn(_ range: Range<Int>) {
        guard text.count + range.count < Self.maximumLength else { return }
        // Keep the length of line ends, so that offsets in the report are offsets in the document.
        let gap = max(1, offset + range.lowerBound - start.offset - text.count)
        text.append(contentsOf: repeatElement(.space, count: min(gap, Self.maximumLength)))
        text.append(contentsOf: held[range])
    }

    private mutating func close() {
        guard isOpen else { return }
        pieces.append(
            Piece(sort: .report(heading: heading), line: start.line, offset: start.offset, text: text))
        text.removeAll(keepingCapacity: true)
        isOpen = false
    }
}

extension ReportSplitter {
    /// Whether a line begins a report: `[METAR] CCCC ddhhmmZ`.
    private func isStart(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>, isIndented: Bool)
        -> Bool
    {
        var tokens = tokens
        var token = first
        var isNamed = false
        while isWord(token) || token.is("COR") || token.is("AMD") {
            isNamed = isNamed || isWord(token)
            guard let next = tokens.next(bytes) else { return false }
            token = next
        }
        guard token.isStation else {
            // A report with a broken station must not become part of the previous one.
            return isNamed && tokens.next(bytes).map { ReportSplitter.isTime($0, in: bytes) } ?? false
        }
        if isNamed { return true }
        if let next = tokens.next(bytes), ReportSplitter.isTime(next, in: bytes) { return true }
        // In a plain list, each line is one report, however broken.
        return isOneALine && !isIndented && isOpen && !hasTerminators
            && !WeatherGroup.matches(token, in: bytes)
            && !token.is("AUTO")
    }

    /// Whether a word is a time ddhhmmZ, or a mistyped one.
    private static func isTime(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        let digits = token.digits & 0b1111_1100
        return digits == 0b1111_1100 && (token.count == 6 || token.count > 6 && token[6] == UInt8(ascii: "Z"))
            || digits.nonzeroBitCount >= 3 && token.count <= 8 && bytes[token.end - 1] == UInt8(ascii: "Z")
    }

    private func isWord(_ token: Token) -> Bool { words.contains { token.is($0) } }

    /// Returns the word if a line consists of METAR, SPECI or TAF, optionally with COR or AMD.
    private func onlyWord(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> ShortText? {
        guard isWord(first) else { return nil }
        var tokens = tokens
        while let token = tokens.next(bytes) {
            guard isWord(token) || token.is("COR") || token.is("AMD") else { return nil }
        }
        return ShortText(first, in: bytes)
    }

    /// Whether a line precedes reports: `SAUS70 KWBC 010000`, `000`, `MTRPWM`, `2020/05/02 00:00`, `NNNN`.
    private func isHeading(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        var tokens = tokens
        let second = tokens.next(bytes)
        if let second {
            if first.count == 6, bytes.isLetters(first.start..<first.start + 4), second.isStation {
                return true
            }
            return first.count == 10 && first[4] == .slash && second.count == 5 && second[2] == .colon
        }
        return first.count <= 6
            && (first.start..<first.end).allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "Z")).contains(bytes[$0])
            }
    }
}
