import Records

/// A period as it is typed in a forecast: two times.
///
/// Reads `2816/2820`, formerly `2816/20`, and what has the same meaning: a hyphen or a blank in place of the
/// slash, a blank within, minutes or a Z (`281600Z/282000Z`), hours alone (`16/20`).
///
/// Source: WMO-No. 306, FM 51, groups Y1Y1G1G1/Y2Y2G2G2 and YYGG/YeYeGeGe.
struct PeriodText {
    /// A time as it is typed.
    struct Time {
        /// The day of the month, 1...31; `nil` if only the hour is given.
        let day: Int?
        /// The hour, 0...24.
        let hour: Int
        /// The minute, 0...59.
        let minute: Int

        /// Creates the time of two (`hh`), four (`ddhh`) or six digits (`ddhhmm`); `nil` for impossible ones.
        init?(_ value: Int, digits: Int) {
            switch digits {
            case 2: (day, hour, minute) = (nil, value, 0)
            case 4: (day, hour, minute) = (value / 100, value % 100, 0)
            case 6: (day, hour, minute) = (value / 10_000, value / 100 % 100, value % 100)
            default: return nil
            }
            guard 0...24 ~= hour, 0..<60 ~= minute, 1...31 ~= day ?? 1 else { return nil }
        }

        /// Creates the time of a day and an hour; `nil` for impossible ones.
        @inline(__always)
        init?(day: Int, hour: Int) {
            guard 1...31 ~= day, 0...24 ~= hour else { return nil }
            self.day = day
            self.hour = hour
            minute = 0
        }
    }

    let start: Time
    let end: Time

    private init(start: Time, end: Time) {
        self.start = start
        self.end = end
    }

    /// Creates the period of two words of four digits, each a day and an hour; `nil` for others.
    init?(_ first: Token, _ second: Token) {
        guard first.isFourDigits, second.isFourDigits,
            let start = Time(first.number(at: 0, 4), digits: 4),
            let end = Time(second.number(at: 0, 4), digits: 4)
        else { return nil }
        self.init(start: start, end: end)
    }

    /// Creates the period of a word of four digits that are two hours; `nil` for others.
    init?(hours token: Token) {
        guard token.isFourDigits, let start = Time(token.number(at: 0, 2), digits: 2),
            let end = Time(token.number(at: 2, 2), digits: 2), start.hour != end.hour
        else { return nil }
        self.init(start: start, end: end)
    }

    /// Parses a word; `nil` for other words.
    static func read(_ token: Token, in bytes: Span<UInt8>) -> PeriodText? {
        if token.count == 9, token.digits == 0b1111_0111, bytes[token.end - 1].isDigit {
            return readRegular(token, in: bytes)
        }
        guard token[0].isDigit, token.count >= 5, token.count <= 15 else { return nil }
        var scan = ByteCursor(token)
        let first = time(&scan, in: bytes)
        guard scan.consume("/", in: bytes) || scan.consume("-", in: bytes), let first,
            let second = time(&scan, in: bytes), scan.isAtEnd,
            first.digits == second.digits || first.digits == 4 && second.digits == 2
        else { return nil }
        return PeriodText(start: first.time, end: second.time)
    }

    /// Parses `2816/2820`, and `2816-2820` with a hyphen.
    @inline(__always)
    private static func readRegular(_ token: Token, in bytes: Span<UInt8>) -> PeriodText? {
        let hour = token.number(at: 7, 1) * 10 + Int(bytes[token.end - 1].digitValue)
        guard token[4] == .slash || token[4] == .hyphen,
            let start = Time(day: token.number(at: 0, 2), hour: token.number(at: 2, 2)),
            let end = Time(day: token.number(at: 5, 2), hour: hour)
        else { return nil }
        return PeriodText(start: start, end: end)
    }

    /// Reads a period that blanks divide, such as `2915/2 917`; `token` is the next word.
    static func readDivided(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> PeriodText?
    {
        guard token[0].isDigit, token.count < 9, token.hasOnlyDigitsAndSlashes(in: bytes) else { return nil }
        var ahead = tokens
        _ = ahead.next(bytes)
        var joined = token.text(bytes)
        while joined.utf8.count < 9, let next = ahead.next(bytes), next.count <= 5,
            next.hasOnlyDigitsAndSlashes(in: bytes)
        {
            joined += next.text(bytes)
        }
        guard joined.utf8.count == 9, let text = ShortText(joined) else { return nil }
        let whole = text.bytes
        guard let period = read(Token(start: 0, end: 9, in: whole.span), in: whole.span) else { return nil }
        tokens = ahead
        return period
    }

    private static func time(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> (time: Time, digits: Int)? {
        let number = scan.number(bytes, upTo: 6)
        _ = number.count >= 4 && scan.consume("Z", in: bytes)
        return Time(number.value, digits: number.count).map { ($0, number.count) }
    }
}

extension Token {
    /// Whether the word has only digits and slashes.
    func hasOnlyDigitsAndSlashes(in bytes: Span<UInt8>) -> Bool {
        (start..<end).allSatisfy { bytes[$0].isDigit || bytes[$0] == .slash }
    }
}
