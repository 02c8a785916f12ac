import Decoding
import Records

extension TAF {
    /// Reads up to the period: `TAF [AMD|COR] CCCC [AMD|COR] [ddhhmmZ] [ddhh/ddhh]`.
    mutating func readHead(
        _ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock
    ) throws(DecodeError) {
        try readStation(&tokens, in: bytes)
        while let token = tokens.peek(bytes), takeFlag(token) { _ = tokens.next(bytes) }
        readIssue(&tokens, in: bytes, clock: clock)
        while let token = tokens.peek(bytes), takeFlag(token) { _ = tokens.next(bytes) }
        guard let token = tokens.peek(bytes), readPeriod(token, in: bytes, clock: clock) else { return }
        _ = tokens.next(bytes)
    }

    private mutating func readStation(_ tokens: inout Tokens, in bytes: Span<UInt8>) throws(DecodeError) {
        while let token = tokens.next(bytes) {
            if token.is("TAF") || takeFlag(token) { continue }
            guard (2...4).contains(token.count), token[0].isUppercase,
                (1..<token.count).allSatisfy({ token[$0].isUppercase || token[$0].isDigit })
            else { throw DecodeError(part: "station", found: token.text(bytes), offset: token.start) }
            station = ShortText(token)
            return
        }
        throw DecodeError(part: "station", found: "", offset: tokens.end)
    }

    private mutating func takeFlag(_ token: Token) -> Bool {
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

    private mutating func readPeriod(_ token: Token, in bytes: Span<UInt8>, clock: ReportClock) -> Bool {
        let base = issued ?? clock.reference
        if token.isPeriod {
            let period = TAF.period(token, in: bytes, near: base, clock: clock)
            from = period.from
            until = period.until
            return true
        }
        guard token.isSixDigits else { return false }
        isOldStyle = true
        from = clock.moment(
            day: token.number(at: 0, 2), hour: token.number(at: 2, 2), minute: 0, nearest: base)
        until = from.flatMap { TAF.next(hour: token.number(at: 4, 2), minute: 0, after: $0) }
        return true
    }

    /// Returns the two moments of `ddhh/ddhh` or `ddhh/hh`; the end is the one nearest to half a day after
    /// the start.
    static func period(_ token: Token, in bytes: Span<UInt8>, near base: UTC, clock: ReportClock) -> (
        from: UTC?, until: UTC?
    ) {
        let last = Int(bytes[token.end - 1] & 15)
        guard bytes[token.end - 1].isDigit else { return (nil, nil) }
        let from = clock.moment(
            day: token.number(at: 0, 2), hour: token.number(at: 2, 2), minute: 0, nearest: base)
        if token.count == 7 {
            return (from, from.flatMap { next(hour: token.number(at: 5, 2), minute: 0, after: $0) })
        }
        let until = clock.moment(
            day: token.number(at: 5, 2), hour: token.number(at: 7, 1) * 10 + last, minute: 0,
            nearest: (from ?? base) + .seconds(12 * 3600))
        return (from, until)
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
