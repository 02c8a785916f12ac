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
        while isWord(token) || token.isModifier && !standsForStation(token, followedBy: tokens, in: bytes) {
            isNamed = isNamed || isWord(token)
            guard let next = tokens.next(bytes) else { return nil }
            token = next
        }
        let isTimed = isTime(after: tokens, in: bytes)
        // A report with a broken station must not become part of the previous one.
        if isNamed { return token.isStation || isTimed ? .report : .garbled(token) }
        let head = ReportHead(token, followedBy: tokens, in: bytes)
        if head.isForeign(to: form) { return .foreign }
        if token.isStation || token.isShortIdentifier, isTimed, !ReportHead.precedesTime(token) {
            return .report
        }
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

    /// Whether the time follows, or a modifier before it: `MRLB COR 280700Z`.
    private func isTime(after tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        var tokens = tokens
        var next = tokens.next(bytes)
        while let token = next, token.isModifier { next = tokens.next(bytes) }
        return next.map { $0.resemblesTime(in: bytes) } ?? false
    }

    /// Whether AUTO stands in place of the station: none follows it, and none precedes it on the line before.
    private func standsForStation(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        !(isOpen && !hasHead) && METAR.standsForStation(token, followedBy: tokens, in: bytes)
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

    /// Returns what a line of METAR, SPECI, TAF, COR and AMD alone says about the reports below it; `nil` for
    /// other lines.
    func heading(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> ReportHeading? {
        var heading = ReportHeading()
        var tokens = tokens
        var next: Token? = first
        while let token = next {
            guard isWord(token) || token.isModifier else { return nil }
            heading.parse(token, isType: isWord(token), in: bytes)
            next = tokens.next(bytes)
        }
        return heading
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
