/// Parts the text of bulletins into reports.
///
/// A report ends at `=`, at a blank line, at a control character that ends a bulletin, or where the next one
/// begins. Lines that go on with one are joined to it. Control characters count as blanks.
///
/// Source: WMO-No. 386, part II, attachment II-4 (bulletins), and the plain lists that services send.
struct ReportSplitter {
    /// A report or a line that is none.
    struct Piece {
        /// What it is.
        enum Sort {
            /// A report, with the word that its bulletin was headed with, such as SPECI.
            case report(heading: Code?)
            /// A line that neither begins nor goes on with a report, nor heads a bulletin.
            case stray
        }

        let sort: Sort
        /// The line on which it begins, 1 is the first.
        let line: Int
        /// Where it begins, bytes from the start of the document.
        let offset: Int
        /// The text; as long as it stands in the document.
        let text: [UInt8]
    }

    /// The longest report; what goes on beyond it is cut off.
    static let maximumLength = 16_384

    private let words: [StaticString]
    private let isOneALine: Bool
    private var text: [UInt8] = []
    private var start = (line: 0, offset: 0)
    private var isOpen = false
    private var hasTerminators = false
    private var heading: Code?
    private var held: [UInt8] = []
    private var line = 1
    private var pieces: [Piece] = []
    private var offset = 0

    /// Makes a splitter of reports.
    ///
    /// - Parameters:
    ///   - words: What may stand before a report or at the head of a bulletin.
    ///   - isOneALine: Lists that know no `=` have one report a line, so that a broken one ends at its line.
    init(headedBy words: [StaticString], isOneALine: Bool) {
        (self.words, self.isOneALine) = (words, isOneALine)
    }

    /// Takes in the next slice, which may end anywhere, and gives the pieces that are whole by now.
    mutating func take(_ bytes: Span<UInt8>) -> [Piece] {
        var from = 0
        for index in 0..<bytes.count where bytes[index] == 0x0A {
            append(bytes, from..<index)
            endLine(length: held.count + 1)
            from = index + 1
        }
        append(bytes, from..<bytes.count)
        return drain()
    }

    /// Takes in the end of the document and gives what was left.
    mutating func finish() -> [Piece] {
        endLine(length: held.count)
        close()
        return drain()
    }

    private mutating func drain() -> [Piece] {
        defer { pieces.removeAll(keepingCapacity: true) }
        return pieces
    }

    private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        // A line without an end must not fill the memory: it is no report from here on.
        let room = max(0, 1 << 20 - held.count)
        for index in range.prefix(room) { held.append(bytes[index]) }
    }

    private mutating func endLine(length: Int) {
        blankNoBreakSpaces()
        var from = 0
        for index in held.indices where held[index] == 0x3D {
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

    /// Makes blanks of no-break spaces, in UTF-8 or alone, as web pages leave them in reports.
    private mutating func blankNoBreakSpaces() {
        for index in held.indices where held[index] == 0xA0 {
            held[index] = 0x20
            if index > 0, held[index - 1] == 0xC2 { held[index - 1] = 0x20 }
        }
    }

    /// Takes in a line or what of it stands before or behind a `=`.
    private mutating func takeLine(_ range: Range<Int>) {
        var tokens = Tokens(range)
        guard let first = tokens.next(held.span) else {
            if range.lowerBound == 0, range.upperBound == held.count { close() }
            return
        }
        if isStart(first, tokens, held.span, isIndented: first.start > range.lowerBound) {
            close()
            (isOpen, start) = (true, (line, offset + first.start))
            text.append(contentsOf: held[first.start..<range.upperBound])
        } else if let word = onlyWord(first, tokens, held.span) {
            close()
            heading = word
        } else if isOpen {
            goOn(range)
        } else if !isHeading(first, tokens, held.span) {
            let text = Array(held[first.start..<range.upperBound])
            pieces.append(Piece(sort: .stray, line: line, offset: offset + first.start, text: text))
        } else {
            heading = nil
        }
    }

    private mutating func goOn(_ range: Range<Int>) {
        guard text.count + range.count < Self.maximumLength else { return }
        // As many blanks as line ends take, so that places within the report are places in the document.
        let gap = max(1, offset + range.lowerBound - start.offset - text.count)
        text.append(contentsOf: repeatElement(0x20, count: min(gap, Self.maximumLength)))
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
    private func isStart(_ first: Token, _ tokens: Tokens, _ bytes: Span<UInt8>, isIndented: Bool) -> Bool {
        var tokens = tokens
        var token = first
        var isNamed = false
        while isWord(token) || token.is("COR") || token.is("AMD") {
            isNamed = isNamed || isWord(token)
            guard let next = tokens.next(bytes) else { return false }
            token = next
        }
        guard METAR.isStation(token) else {
            // What is named a report but has a broken station must not become part of the one before.
            return isNamed && tokens.next(bytes).map { ReportSplitter.isTime($0, bytes) } ?? false
        }
        if isNamed { return true }
        if let next = tokens.next(bytes), ReportSplitter.isTime(next, bytes) { return true }
        // In a plain list of reports each line is one, however broken.
        return isOneALine && !isIndented && isOpen && !hasTerminators && !WeatherGroup.matches(token, bytes)
            && !token.is("AUTO")
    }

    /// Whether a word is a time of the form ddhhmmZ, or was meant to be.
    private static func isTime(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        let digits = token.digits & 0b1111_1100
        return digits == 0b1111_1100 && (token.count == 6 || token.count > 6 && token[6] == 0x5A)
            || digits.nonzeroBitCount >= 3 && token.count <= 8 && bytes[token.end - 1] == 0x5A
    }

    private func isWord(_ token: Token) -> Bool { words.contains { token.is($0) } }

    /// The word, when a line holds nothing but METAR, SPECI or TAF, with or without COR or AMD.
    private func onlyWord(_ first: Token, _ tokens: Tokens, _ bytes: Span<UInt8>) -> Code? {
        guard isWord(first) else { return nil }
        var tokens = tokens
        while let token = tokens.next(bytes) {
            guard isWord(token) || token.is("COR") || token.is("AMD") else { return nil }
        }
        return Code(first, bytes)
    }

    /// Whether a line is what comes before reports: `SAUS70 KWBC 010000`, `000`, `MTRPWM`, `2020/05/02 00:00`,
    /// `NNNN`.
    private func isHeading(_ first: Token, _ tokens: Tokens, _ bytes: Span<UInt8>) -> Bool {
        var tokens = tokens
        let second = tokens.next(bytes)
        if let second {
            if first.count == 6, bytes.isLetters(first.start..<first.start + 4), METAR.isStation(second) {
                return true
            }
            return first.count == 10 && first[4] == 0x2F && second.count == 5 && second[2] == 0x3A
        }
        return first.count <= 6 && (first.start..<first.end).allSatisfy { 0x30...0x5A ~= bytes[$0] }
    }
}
