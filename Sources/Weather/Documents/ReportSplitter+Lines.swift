import Records

/// The tests of the line that a splitter reads: what it begins or ends.
extension ReportSplitter {
    /// The beginning of a report.
    enum Start {
        /// A report with a station.
        case report
        /// A report with this word in place of its station.
        case garbled(Token)
        /// A report of another kind: a TAF between METARs, or a METAR between TAFs.
        case foreign
    }

    /// Finds the report that a line begins: `[METAR] CCCC ddhhmmZ`.
    ///
    /// - Parameters:
    ///   - first: The first word of the line.
    ///   - tokens: The following words.
    ///   - bytes: The line.
    ///   - isIndented: Whether blanks precede the first word.
    /// - Returns: The beginning; `nil` for other lines.
    func start(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>, isIndented: Bool) -> Start? {
        var tokens = tokens
        var token = first
        var isNamed = false
        while isWord(token) || token.is("COR") || token.is("AMD") {
            isNamed = isNamed || isWord(token)
            guard let next = tokens.next(bytes) else { return nil }
            token = next
        }
        let isTimed = tokens.peek(bytes).map { $0.resemblesTime(in: bytes) } ?? false
        // A report with a broken station must not become part of the previous one.
        if isNamed { return token.isStation || isTimed ? .report : .garbled(token) }
        let head = ReportHead(token, followedBy: tokens, in: bytes)
        if head.isForeign(to: form) { return .foreign }
        if token.isStation, isTimed, !ReportHead.precedesTime(token) { return .report }
        let isInList = !isIndented && !hasTerminators && form == .observations
        if head.isFound(for: form, in: bytes, isBroken: isInList, isOpen: isOpen && !hasHead) {
            return token.isStation ? .report : .garbled(token)
        }
        // In a plain list, each line is one report, however broken.
        let isReport =
            isInList && isOpen && token.isStation && !WeatherGroup.matches(token, in: bytes)
            && !token.is("AUTO") && !token.is("NNNN") && !ReportHead.precedesTime(token)
        return isReport ? .report : nil
    }

    /// Whether the report that has begun has its time already.
    private var hasHead: Bool {
        var tokens = Tokens(0..<text.count)
        for _ in 0..<6 {
            guard let token = tokens.next(text.span) else { return false }
            if token.isTime || token.isPeriod { return true }
        }
        return false
    }

    /// Whether a line ends a bulletin or heads the next one: `NNNN`, `SAUS70 KWBC 010000`.
    func endsBulletin(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        var tokens = tokens
        guard let second = tokens.next(bytes) else { return first.is("NNNN") }
        guard namesBulletin(first, second, in: bytes), let third = tokens.next(bytes) else { return false }
        return first.digits == 0b0000_1100 && third.isSixDigits
    }

    /// Whether two words name a bulletin and its origin: `SAUS70 KWBC`.
    private func namesBulletin(_ first: Token, _ second: Token, in bytes: Span<UInt8>) -> Bool {
        first.count == 6 && bytes.isLetters(first.start..<first.start + 4) && second.isStation
    }

    func isWord(_ token: Token) -> Bool { words.contains { token.is($0) } }

    /// Returns the word if a line consists of METAR, SPECI or TAF, optionally with COR or AMD.
    func onlyWord(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> ShortText? {
        guard isWord(first) else { return nil }
        var tokens = tokens
        while let token = tokens.next(bytes) {
            guard isWord(token) || token.is("COR") || token.is("AMD") else { return nil }
        }
        return ShortText(first, in: bytes)
    }

    /// Whether a line precedes reports: `SAUS70 KWBC 010000`, `000`, `MTRPWM`, `2020/05/02 00:00`, `NNNN`.
    func isHeading(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        var tokens = tokens
        if let second = tokens.next(bytes) {
            if namesBulletin(first, second, in: bytes) { return true }
            return first.count == 10 && first[4] == .slash && second.count == 5 && second[2] == .colon
        }
        return first.count <= 6
            && (first.start..<first.end).allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "Z")).contains(bytes[$0])
            }
    }
}
