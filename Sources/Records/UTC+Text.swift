extension UTC: CustomStringConvertible {
    /// RFC 3339 in UTC to the second, such as `2026-11-20T08:00:00Z`; a year has four digits and no more.
    public var description: String {
        text.span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of the description.
    var text: InlineArray<20, UInt8> {
        var text: InlineArray<20, UInt8> = [
            0x30, 0x30, 0x30, 0x30, 0x2D, 0x30, 0x30, 0x2D, 0x30, 0x30,  // 0000-00-00
            0x54, 0x30, 0x30, 0x3A, 0x30, 0x30, 0x3A, 0x30, 0x30, 0x5A,  // T00:00:00Z
        ]
        func put(_ value: Int, at place: Int) {
            text[place] += UInt8(value / 10)
            text[place + 1] += UInt8(value % 10)
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

    /// As the description, for years of four digits, which all are in practice.
    private static func text(_ fields: Fields) -> String {
        String(unsafeUninitializedCapacity: 20) { room in
            var at = 0
            func put(_ value: Int, _ digits: Int, _ sign: UInt8) {
                var rest = value
                for place in (at..<at + digits).reversed() {
                    unsafe room[place] = UInt8(0x30 + rest % 10)
                    rest /= 10
                }
                unsafe room[at + digits] = sign
                at += digits + 1
            }
            put(fields.year, 4, 0x2D)
            put(fields.month, 2, 0x2D)
            put(fields.day, 2, 0x54)
            put(fields.hour, 2, 0x3A)
            put(fields.minute, 2, 0x3A)
            put(fields.second, 2, 0x5A)
            return at
        }
    }

    /// The HTTP date of this moment, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Source: RFC 9110 §5.6.7, IMF-fixdate.
    public var httpDate: String {
        let f = fields
        return "\(Self.weekdays[weekday]), \(padded(f.day)) \(Self.months[f.month - 1]) \(padded(f.year, 4))"
            + " \(padded(f.hour)):\(padded(f.minute)):\(padded(f.second)) GMT"
    }

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension UTC {
    /// Reads an RFC 3339 date and time; also the ISO 8601 forms seen in data: a blank for the `T`, no
    /// seconds, a fraction, an offset without colon or none at all (then it is UTC), a date alone.
    public init?(iso8601 text: some StringProtocol) {
        var digits = Digits(Array(text.utf8))
        guard let year = digits.number(4), digits.take(0x2D), let month = digits.number(2), digits.take(0x2D),
            let day = digits.number(2)
        else { return nil }
        var fields = Fields(year: year, month: month, day: day)
        guard !digits.isAtEnd else {
            self.init(fields)
            return
        }
        guard digits.take(0x54) || digits.take(0x74) || digits.take(0x20),
            let hour = digits.number(2), digits.take(0x3A), let minute = digits.number(2)
        else { return nil }
        (fields.hour, fields.minute) = (hour, minute)
        if digits.take(0x3A) {
            guard let second = digits.number(2) else { return nil }
            fields.second = min(second, 59)
        }
        let fraction = digits.fraction()
        guard let offset = digits.offset(), digits.isAtEnd, let moment = UTC(fields) else { return nil }
        self.init(microseconds: moment.microseconds + fraction - offset * 1_000_000)
    }

    /// Reads an HTTP date: IMF-fixdate, the obsolete RFC 850 form, or asctime.
    ///
    /// Source: RFC 9110 §5.6.7.
    public init?(httpDate text: some StringProtocol) {
        let words = text.utf8.split { " ,-".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 5 else { return nil }
        let isASCTime = Int(words[1]) == nil
        let (day, month) = isASCTime ? (words[2], words[1]) : (words[1], words[2])
        let (year, time) = isASCTime ? (words[4], words[3]) : (words[3], words[4])
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard let day = Int(day), let index = UTC.months.firstIndex(of: month), var year = Int(year),
            clock.count == 3
        else { return nil }
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        self.init(
            Fields(
                year: year, month: index + 1, day: day, hour: clock[0], minute: clock[1],
                second: min(clock[2], 59)))
    }
}

/// Reads runs of digits one after another.
private struct Digits {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        guard at + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[at..<at + count] {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        at += count
        return value
    }

    /// Microseconds behind a decimal point; 0 when there is none.
    mutating func fraction() -> Int64 {
        guard take(0x2E) || take(0x2C) else { return 0 }
        var (value, scale): (Int64, Int64) = (0, 100_000)
        while at < bytes.count, bytes[at] &- 0x30 < 10 {
            value += Int64(bytes[at] - 0x30) * scale
            scale /= 10
            at += 1
        }
        return value
    }

    /// Seconds east of UTC; 0 for `Z` and for nothing.
    mutating func offset() -> Int64? {
        if isAtEnd || take(0x5A) || take(0x7A) { return 0 }
        let sign: Int64 = take(0x2D) ? -1 : 1
        guard sign < 0 || take(0x2B), let hours = number(2) else { return nil }
        _ = take(0x3A)
        guard let minutes = isAtEnd ? 0 : number(2) else { return nil }
        return sign * Int64(hours * 3600 + minutes * 60)
    }
}
