import Records

/// Reads dates by their words, in any order that leaves one meaning.
///
/// Source: RFC 822 §5, RFC 2822 §4.3, W3C NOTE-datetime, and the forms that publishers made of them.
struct DateWords {
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var dayOfYear: Int?
    /// Hour, minute, second.
    private var time: (Int, Int, Int)?
    /// Seconds east of UTC.
    private var zone: Int?
    private var isAfternoon: Bool?
    private var isUnread = false

    init(_ text: String) {
        let bytes = DateNames.translated(text)
        for word in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x2C || $0 == 0x09 || $0 == 0x0A }) {
            read(Array(word))
        }
    }

    /// The moment; `nil` when a word was not understood or the date is not complete.
    var moment: UTC? {
        guard !isUnread, let year else { return nil }
        var fields = UTC.Fields(year: year, month: month ?? 1, day: day ?? 1)
        if let (hour, minute, second) = time {
            (fields.hour, fields.minute, fields.second) = (hour, minute, min(second, 59))
            if isAfternoon == true, hour < 12 { fields.hour += 12 }
            if isAfternoon == false, hour == 12 { fields.hour = 0 }
        }
        let isNextDay = fields.hour == 24 && fields.minute == 0 && fields.second == 0
        if isNextDay { fields.hour = 0 }
        guard let moment = UTC(fields) else { return nil }
        let days = (isNextDay ? 1 : 0) + (dayOfYear.map { $0 - 1 } ?? 0)
        return moment + .seconds(days * 86_400 - (zone ?? 0))
    }

    private mutating func read(_ word: [UInt8]) {
        if word.contains(0x3A) {
            readClock(word)
        } else if word.allSatisfy({ $0 &- 0x30 < 10 }) {
            readNumber(word)
        } else if let sign = word.first, sign == 0x2B || (sign == 0x2D && time != nil) {
            readOffset(word[...])
        } else if word[0] &- 0x30 < 10 {
            readDate(word[...])
        } else {
            readName(String(decoding: word, as: UTF8.self).lowercased())
        }
    }

    /// `2003`, `31`, `20031231`, `031231`; in mail a number of two digits behind the month is the year.
    private mutating func readNumber(_ word: [UInt8]) {
        let value = DateWords.number(word[...]) ?? -1
        switch word.count {
        case 1, 2:
            if day == nil, value >= 1, value <= 31 {
                day = value
            } else if year == nil {
                year = DateWords.century(value)
            } else {
                isUnread = true
            }
        case 4 where year == nil: year = value
        case 6, 8: readCompact(word)
        case 7:
            (year, dayOfYear) = (value / 1000, value % 1000)
        default: isUnread = true
        }
    }

    private mutating func readCompact(_ word: [UInt8]) {
        let split = word.count - 4
        guard year == nil, let first = DateWords.number(word[..<split]) else { return isUnread = true }
        year = split == 4 ? first : DateWords.century(first)
        month = DateWords.number(word[split..<split + 2])
        day = DateWords.number(word[(split + 2)...])
    }

    /// `2003-12-31`, `2003/12/31`, `03-12-31`, `2003-335`, `31-Dec-2003`, `2003-12`, also with `T…` behind.
    private mutating func readDate(_ word: ArraySlice<UInt8>) {
        if let t = word.firstIndex(where: { $0 | 0x20 == 0x74 }), t > word.startIndex,
            word[t - 1] &- 0x30 < 10
        {
            readDate(word[..<t])
            return readClock(Array(word[(t + 1)...]))
        }
        if word.last.map({ $0 | 0x20 == 0x7A }) == true, !word.contains(0x2D) { return isUnread = true }
        let parts = word.split { $0 == 0x2D || $0 == 0x2F || $0 == 0x2E }
        let numbers = parts.map { DateWords.number($0) }
        switch (parts.count, numbers.first ?? nil) {
        case (1, let value?): readNumber(Array(String(value).utf8))
        case (2, let first?) where parts[0].count == 4:
            year = first
            if parts[1].count == 3 { dayOfYear = numbers[1] } else { month = numbers[1] }
        case (3, let first?): readTriple(parts, numbers, first)
        default: isUnread = true
        }
    }

    private mutating func readTriple(_ parts: [ArraySlice<UInt8>], _ numbers: [Int?], _ first: Int) {
        if let name = DateNames.month(String(decoding: parts[1], as: UTF8.self)) {
            month = name
            (day, year) =
                parts[0].count == 4 ? (numbers[2], first) : (first, numbers[2].map(DateWords.century))
        } else if parts[2].count == 4 {
            (day, month, year) = (first, numbers[1], numbers[2])
        } else {
            (year, month, day) = (DateWords.century(first), numbers[1], numbers[2])
        }
        isUnread = isUnread || year == nil || month == nil || day == nil
    }

    /// `10:14:55.5+01:00`, also with a date and a `T` in front.
    private mutating func readClock(_ word: [UInt8]) {
        if let t = word.firstIndex(where: { $0 | 0x20 == 0x74 }), t > 0, word[t - 1] &- 0x30 < 10 {
            readDate(word[..<t])
            return readClock(Array(word[(t + 1)...]))
        }
        let end = word.firstIndex { $0 &- 0x30 >= 10 && $0 != 0x3A && $0 != 0x2E } ?? word.count
        if end == 0 { return readOffset(word[...]) }
        let parts = word[..<end].split(separator: 0x3A).map { DateWords.number($0.prefix { $0 != 0x2E }) }
        guard (1...3).contains(parts.count), !parts.contains(nil), time == nil else { return isUnread = true }
        time = (parts[0] ?? 0, parts.count > 1 ? parts[1] ?? 0 : 0, parts.count > 2 ? parts[2] ?? 0 : 0)
        if end < word.count { readOffset(word[end...]) }
    }

    /// `+0100`, `-05:00`, `Z`, `EST`.
    private mutating func readOffset(_ word: ArraySlice<UInt8>) {
        guard let sign = word.first, sign == 0x2B || sign == 0x2D else {
            return readName(String(decoding: word, as: UTF8.self).lowercased())
        }
        let digits = word.dropFirst().filter { $0 != 0x3A }
        guard (1...4).contains(digits.count), let value = DateWords.number(digits[...]) else {
            return isUnread = true
        }
        let minutes = digits.count > 2 ? value / 100 * 60 + value % 100 : value * 60
        zone = (sign == 0x2D ? -60 : 60) * minutes
    }

    private mutating func readName(_ word: String) {
        if let zone = DateNames.zone(word) {
            self.zone = zone
        } else if word == "am" || word == "pm" {
            isAfternoon = word == "pm"
        } else if month == nil, let month = DateNames.month(word) {
            self.month = month
        } else if !DateNames.isWeekday(word) {
            isUnread = true
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...9).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Two digits mean 1970...2069.
    private static func century(_ year: Int) -> Int {
        year >= 100 ? year : year < 70 ? year + 2000 : year + 1900
    }
}
