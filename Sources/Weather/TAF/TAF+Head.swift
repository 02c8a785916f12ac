import Decoding
import Records

extension TAF {
    /// Reads up to the period: `TAF [AMD|COR] CCCC [AMD|COR] [ddhhmmZ] [ddhh/ddhh]`.
    mutating func readHead(
        _ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock
    ) throws(DecodeError) {
        try readStation(&tokens, in: bytes)
        while let token = tokens.peek(bytes), parseFlag(token) { _ = tokens.next(bytes) }
        readIssue(&tokens, in: bytes, clock: clock)
        while let token = tokens.peek(bytes), parseFlag(token) { _ = tokens.next(bytes) }
        readValidity(&tokens, in: bytes, clock: clock)
    }

    private mutating func readStation(_ tokens: inout Tokens, in bytes: Span<UInt8>) throws(DecodeError) {
        while let token = tokens.next(bytes) {
            if token.is("TAF") || parseFlag(token) { continue }
            guard (2...4).contains(token.count), token[0].isUppercase,
                (1..<token.count).allSatisfy({ token[$0].isUppercase || token[$0].isDigit })
            else { throw DecodeError(part: "station", found: token.text(bytes), offset: token.start) }
            station = ShortText(token)
            return
        }
        throw DecodeError(part: "station", found: "", offset: tokens.end)
    }

    @inline(__always)
    private mutating func parseFlag(_ token: Token) -> Bool {
        if token.is("AMD") || token.is("AAA") {
            isAmended = true
        } else if token.is("COR") || token.is("CCA") {
            isCorrected = true
        } else {
            return false
        }
        return true
    }

    private mutating func readIssue(_ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock) {
        var ahead = tokens
        guard let token = ahead.next(bytes), token.digits & 0b1111_1100 == 0b1111_1100 else { return }
        if token.count == 6 {
            // Six digits are a period of the old style unless another one follows.
            guard let next = ahead.peek(bytes),
                next.isPeriod || next.isSixDigits
            else { return }
        } else if token.count != 7 || token[6] != UInt8(ascii: "Z") {
            return
        }
        tokens = ahead
        issued = clock.moment(
            day: token.number(at: 0, 2), hour: token.number(at: 2, 2), minute: token.number(at: 4, 2))
        if issued == nil { unparsedWords.append(TextRange(from: token.start, to: token.end)) }
    }

    /// Reads `ddhh/ddhh`, formerly `ddhh/hh` or `ddhhhh`, and `ddhh ddhh` with a blank in place of the slash.
    private mutating func readValidity(
        _ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock
    ) {
        var ahead = tokens
        guard let token = ahead.next(bytes) else { return }
        if let text = PeriodText.read(token, in: bytes) {
            tokens = ahead
            setValidity(text, at: token, clock: clock)
        } else if let text = PeriodText.readDivided(token, followedBy: &tokens, in: bytes) {
            setValidity(text, at: token, clock: clock)
        } else if token.isSixDigits {
            readOldValidity(token, clock: clock)
            _ = tokens.next(bytes)
        } else {
            guard let second = ahead.next(bytes), let text = PeriodText(token, second) else { return }
            tokens = ahead
            setValidity(text, at: token, clock: clock)
        }
    }

    private mutating func readOldValidity(_ token: Token, clock: ReportClock) {
        isOldStyle = true
        from = clock.moment(
            day: token.number(at: 0, 2), hour: token.number(at: 2, 2), minute: 0,
            nearest: issued ?? clock.reference)
        until = from.flatMap { TAF.next(hour: token.number(at: 4, 2), minute: 0, after: $0) }
    }

    /// Sets the validity. Of the possible ends, we choose the one nearest to half a day after the start. An
    /// end that is not after the start, or more than two days after it, is not understood.
    mutating func setValidity(_ text: PeriodText, at token: Token, clock: ReportClock) {
        from = text.start.day.flatMap {
            clock.moment(
                day: $0, hour: text.start.hour, minute: text.start.minute, nearest: issued ?? clock.reference)
        }
        guard let from else { return unparsedWords.append(TextRange(from: token.start, to: token.end)) }
        let end =
            text.end.day.map {
                clock.moment(
                    day: $0, hour: text.end.hour, minute: text.end.minute, nearest: from + .seconds(12 * 3600)
                )
            } ?? TAF.next(hour: text.end.hour, minute: 0, after: from)
        until = end.flatMap { from < $0 && $0 <= from + .seconds(48 * 3600) ? $0 : nil }
        if until == nil { unparsedWords.append(TextRange(from: token.start, to: token.end)) }
    }

    /// Returns the first moment after another one with this time of day; hour 24 is midnight.
    static func next(hour: Int, minute: Int, after base: UTC) -> UTC? {
        guard 0...24 ~= hour, 0..<60 ~= minute else { return nil }
        let day: Int64 = 86_400_000_000
        let midnight = base.microseconds - (base.microseconds % day + day) % day
        var moment = midnight + Int64(hour * 60 + minute) * 60_000_000
        while moment <= base.microseconds { moment += day }
        return UTC(microseconds: moment)
    }
}
