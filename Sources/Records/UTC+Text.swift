extension UTC: CustomStringConvertible {
    /// The moment by RFC 3339 in UTC to the second, such as `2026-11-20T08:00:00Z`; a year has exactly four
    /// digits.
    public var description: String {
        text.span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of the description.
    package var text: InlineArray<20, UInt8> {
        let zeros: StaticString = "0000-00-00T00:00:00Z"
        var text = InlineArray<20, UInt8> { unsafe zeros.utf8Start[$0] }
        @inline(__always) func put(_ value: Int, at place: Int) {
            let value = UInt8(truncatingIfNeeded: value)
            text[place] = .digit(value / 10)
            text[place + 1] = .digit(value % 10)
        }
        let f = fields
        let year = Int(f.year.magnitude)
        put(year / 100 % 100, at: 0)
        put(year % 100, at: 2)
        put(f.month, at: 5)
        put(f.day, at: 8)
        put(f.hour, at: 11)
        put(f.minute, at: 14)
        put(f.second, at: 17)
        return text
    }

    /// The HTTP date of this moment, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Source: RFC 9110 §5.6.7, IMF-fixdate.
    public var httpDate: String {
        let f = fields
        return
            "\(Self.weekdays[weekday]), \(padded(f.day)) \(Self.months[f.month - 1]) \(padded(f.year, to: 4))"
            + " \(padded(f.hour)):\(padded(f.minute)):\(padded(f.second)) GMT"
    }

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private func padded(_ value: Int, to width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension UTC {
    /// Parses an RFC 3339 date and time, or a similar ISO 8601 form found in data: a space instead of the
    /// `T`, no seconds, a fraction of the second or, without seconds, of the minute, an offset without a colon
    /// or none at all (UTC is meant), or only a date.
    public init?(iso8601 text: some StringProtocol) { self.init(iso8601: String(text)) }

    /// Parses a date and time, as above; without generic code, which is slow.
    package init?(iso8601 text: String) {
        var text = text
        guard let moment = text.withUTF8({ unsafe UTC(Digits($0)) }) else { return nil }
        self = moment
    }

    private init?(_ text: Digits) {
        var digits = text
        guard let year = digits.number(4), digits.consume(.hyphen), let month = digits.number(2),
            digits.consume(.hyphen),
            let day = digits.number(2)
        else { return nil }
        var fields = Fields(year: year, month: month, day: day)
        guard !digits.isAtEnd else {
            self.init(fields)
            return
        }
        guard
            digits.consume(UInt8(ascii: "T")) || digits.consume(UInt8(ascii: "t")) || digits.consume(.space),
            let hour = digits.number(2), digits.consume(.colon), let minute = digits.number(2)
        else { return nil }
        fields.hour = hour
        fields.minute = minute
        let hasSeconds = digits.consume(.colon)
        if hasSeconds {
            guard let second = digits.number(2) else { return nil }
            fields.second = min(second, 59)
        }
        let fraction = digits.fraction() * (hasSeconds ? 1 : 60)
        guard let offset = digits.offset(), digits.skipNames(), let moment = UTC(fields) else { return nil }
        self.init(microseconds: moment.microseconds + fraction - offset * 1_000_000)
    }

    /// Parses an HTTP date: IMF-fixdate, the obsolete RFC 850 form, or asctime.
    ///
    /// Source: RFC 9110 §5.6.7.
    public init?(httpDate text: some StringProtocol) { self.init(httpDate: String(text)) }

    /// Parses an HTTP date, as above; without generic code, which is slow.
    package init?(httpDate text: String) {
        var text = text
        guard let moment = text.withUTF8({ unsafe UTC(fixdate: Digits($0)) }) ?? UTC(oldDate: text) else {
            return nil
        }
        self = moment
    }

    /// Reads an IMF-fixdate in place, the form of nearly all dates; `nil` for any other text.
    private init?(fixdate text: Digits) {
        var digits = text
        guard digits.consumeWeekday(), let day = digits.number(2), digits.consume(.space),
            let month = digits.month(), digits.consume(.space), let year = digits.number(4),
            digits.consume(.space), let hour = digits.number(2), digits.consume(.colon),
            let minute = digits.number(2), digits.consume(.colon), let second = digits.number(2),
            digits.isAtGMT
        else { return nil }
        self.init(httpYear: year, month, day, hour, minute, second)
    }

    private init?(httpYear year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) {
        // The obsolete forms and some broken programs write two digits.
        let year = year < 100 ? year + (year < 70 ? 2000 : 1900) : year
        self.init(
            Fields(year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59)))
    }

    /// Reads the words of an HTTP date in any form.
    private init?(oldDate text: String) {
        let words = text.utf8.split { " ,-".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 5 else { return nil }
        let isASCTime = Int(words[1]) == nil
        let (day, month) = isASCTime ? (words[2], words[1]) : (words[1], words[2])
        let (year, time) = isASCTime ? (words[4], words[3]) : (words[3], words[4])
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard let day = Int(day), let index = UTC.months.firstIndex(of: month), let year = Int(year),
            clock.count == 3
        else { return nil }
        self.init(httpYear: year, index + 1, day, clock[0], clock[1], clock[2])
    }
}

/// A reader of consecutive runs of digits, which must not outlive its bytes.
private struct Digits {
    private static let minus: StaticString = "\u{2212}"

    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        guard at + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[at..<at + count] {
            guard byte.isDigit else { return nil }
            value = value * 10 + Int(byte.digitValue)
        }
        at += count
        return value
    }

    /// Skips three letters, a comma and a space.
    mutating func consumeWeekday() -> Bool {
        guard bytes.count > 5, bytes[0..<3].allSatisfy(\.isLetter), bytes[3] == .comma, bytes[4] == .space
        else { return false }
        at = 5
        return true
    }

    /// Reads the number of a month by its English name of three letters.
    mutating func month() -> Int? {
        guard at + 3 <= bytes.count,
            let index = UTC.months.firstIndex(where: { $0.utf8.elementsEqual(bytes[at..<at + 3]) })
        else { return nil }
        at += 3
        return index + 1
    }

    /// Whether only the zone of HTTP dates is left.
    var isAtGMT: Bool { bytes[at...].elementsEqual(" GMT".utf8) }

    /// Reads the fraction after a decimal point in microseconds; 0 if there is none.
    mutating func fraction() -> Int64 {
        guard consume(.period) || consume(.comma) else { return 0 }
        var value: Int64 = 0
        var scale: Int64 = 100_000
        while at < bytes.count, bytes[at].isDigit {
            value += Int64(bytes[at].digitValue) * scale
            scale /= 10
            at += 1
        }
        return value
    }

    /// Reads an offset in seconds east of UTC; 0 for `Z` and for no offset.
    mutating func offset() -> Int64? {
        if isAtEnd || consume(UInt8(ascii: "Z")) || consume(UInt8(ascii: "z")) { return 0 }
        let sign: Int64 = consume(.hyphen) || consumeMinus() ? -1 : 1
        guard sign < 0 || consume(.plus), let hours = number(2), hours < 24 else { return nil }
        _ = consume(.colon)
        guard let minutes = isAtEnd || isName ? 0 : number(2), minutes < 60 else { return nil }
        return sign * Int64(hours * 3600 + minutes * 60)
    }

    /// Skips a minus sign, U+2212, which ISO 8601 prefers to the hyphen.
    private mutating func consumeMinus() -> Bool {
        let end = at + Digits.minus.utf8CodeUnitCount
        guard end <= bytes.count,
            unsafe bytes[at..<end].elementsEqual(Digits.minus.withUTF8Buffer { unsafe Array($0) })
        else { return false }
        at = end
        return true
    }

    private var isName: Bool { at < bytes.count && bytes[at] == .leftBracket }

    /// Skips names in brackets, such as `[Europe/Berlin]` behind an offset, and nothing else.
    ///
    /// Source: RFC 9557 §4.1; an offset states the moment without them.
    mutating func skipNames() -> Bool {
        while isName, let end = bytes[at...].firstIndex(of: UInt8(ascii: "]")) { at = end + 1 }
        return isAtEnd
    }
}
