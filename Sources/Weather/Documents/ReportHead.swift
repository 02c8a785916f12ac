import Records

/// The first words of a line, which show the beginning of a report even if its station is garbled.
///
/// In `K#OS 221554Z 18099KT`, `LPM 220510Z 2206/2306` or `221554Z AUTO 18099KT`, the time shows it.
struct ReportHead {
    /// The first four words; a word beyond the end of the line is `nil`.
    private let words: (first: Token, second: Token?, third: Token?, fourth: Token?)

    /// Reads the words of a line, beginning with the one that stands in place of a station.
    init(_ first: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) {
        var tokens = tokens
        var second = tokens.next(bytes)
        while let token = second, token.isModifier { second = tokens.next(bytes) }
        let third = tokens.next(bytes)
        words = (first, second, third, tokens.next(bytes))
    }

    /// Whether the words begin a report.
    ///
    /// - Parameters:
    ///   - form: The kind of the reports.
    ///   - bytes: The line.
    ///   - isBroken: Whether a mistyped time counts as well, and any word after the time.
    ///   - isOpen: Whether the previous line has begun a report that has no time yet.
    /// - Returns: Whether the time, or the period of a forecast, is where it is in a report.
    func isFound(for form: ReportSplitter.Form, in bytes: Span<UInt8>, isBroken: Bool, isOpen: Bool) -> Bool {
        guard let second = words.second, !ReportHead.precedesTime(words.first) else { return false }
        if words.first.isTime { return !isOpen && isBody(second, for: form, in: bytes, isBroken: isBroken) }
        if ReportHead.endsInTime(words.first, in: bytes) {
            return isBody(second, for: form, in: bytes, isBroken: isBroken)
        }
        guard let third = words.third else { return false }
        if second.isTime || isBroken && second.resemblesTime(in: bytes) {
            return isBody(third, for: form, in: bytes, isBroken: isBroken)
        }
        if form == .forecasts, isPeriodOfHead(second, third, in: bytes) { return true }
        // `K BOS 221554Z`: the station is split by a blank.
        guard let fourth = words.fourth, third.isTime, words.first.count + second.count == 4 else {
            return false
        }
        return isBody(fourth, for: form, in: bytes, isBroken: isBroken)
    }

    /// Whether the words begin a report of another kind: `TAF AMD KPWM` or `KPWM 221720Z 2218/2318` between
    /// observations, `METAR KPWM` between forecasts.
    func isForeign(to form: ReportSplitter.Form) -> Bool {
        guard let second = words.second else { return false }
        let isNamed =
            switch form {
            case .observations: words.first.is("TAF")
            case .forecasts: words.first.is("METAR") || words.first.is("SPECI")
            }
        if isNamed { return second.isStation || second.is("COR") || second.is("AMD") }
        return form == .observations && words.first.isStation && second.isTime
            && words.third?.isPeriod ?? false
    }

    /// Whether a word after the time is part of a report: in a forecast, its period. In remarks, text may
    /// follow a time: `NEXT` and on the next line `271200Z UTC`.
    private func isBody(
        _ token: Token, for form: ReportSplitter.Form, in bytes: Span<UInt8>, isBroken: Bool
    ) -> Bool {
        if form == .observations {
            return isBroken || token.is("AUTO") || token.is("COR") || token.is("NIL")
                || Wind.read(token, in: bytes) != nil
        }
        return token.isPeriod || token.isSixDigits || token.is("NIL")
            || token.is("CNL") || token.is("AMD") || token.is("COR")
    }

    /// Whether a period follows a mistyped time, or follows the station and precedes the wind.
    private func isPeriodOfHead(_ second: Token, _ third: Token, in bytes: Span<UInt8>) -> Bool {
        if third.isPeriod { return second.digits.nonzeroBitCount >= 3 && !second.isPeriod }
        return second.isPeriod && !ReportHead.beginsChange(words.first)
            && Wind.read(third, in: bytes) != nil
    }

    /// Whether a word ends in a time: `KBOS221554Z`. `FM201800Z` is the time of a change.
    private static func endsInTime(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard token.count >= 10, bytes[token.end - 1] == UInt8(ascii: "Z") else { return false }
        return (token.end - 7..<token.end - 1).allSatisfy { bytes[$0].isDigit }
    }

    /// Whether a word precedes a time in remarks and changes, as in `NEXT 271200Z`.
    static func precedesTime(_ token: Token) -> Bool {
        switch token[0] {
        case UInt8(ascii: "A"): token.is("AFT") || token.is("AT")
        case UInt8(ascii: "B"): token.is("BY")
        case UInt8(ascii: "F"): token.is("FM") || token.is("FROM")
        case UInt8(ascii: "L"): token.is("LAST")
        case UInt8(ascii: "N"): token.is("NEXT") || token.is("NXT")
        case UInt8(ascii: "O"): token.is("OBS")
        case UInt8(ascii: "T"): token.is("TIL") || token.is("TILL") || token.is("TL")
        case UInt8(ascii: "U"): token.is("UNTIL")
        default: false
        }
    }

    /// Whether a word precedes a period in a forecast, as in `TEMPO 2206/2210` or `AMD NOT SKED 2206/2210`.
    private static func beginsChange(_ token: Token) -> Bool {
        token.is("BECMG") || token.is("TEMPO") || token.is("INTER") || token.begins("PROB")
            || token.is("SKED") || token.digits & 0b1000_0000 != 0
    }
}
