import Records

/// A reader of dates by their words, in any order with a single meaning.
///
/// Source: RFC 822 §5, RFC 2822 §4.3, W3C NOTE-datetime, and variants found in feeds.
struct DateWords {
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var dayOfYear: Int?
    /// The hour, minute and second.
    private var time: (Int, Int, Int)?
    /// The offset in seconds east of UTC.
    private var zone: Int?
    /// The zone whose offset the date decides.
    private var generic: GenericZone?
    private var isAfternoon: Bool?
    private var isUnread = false
    /// The order of dates in numbers; `nil` if the year comes first.
    private let order: DateOrder?
    /// Whether numbers of six digits and days without a month have no meaning.
    private let isStrict: Bool

    /// Reads a text.
    init(_ text: String, order: DateOrder?, isStrict: Bool) {
        self.order = order
        self.isStrict = isStrict
        let bytes = DateNames.translated(text)
        for word in bytes.split(whereSeparator: {
            $0 == .space || $0 == .comma || $0 == .tab || $0 == .newline
        }) {
            read(Array(word))
        }
    }

    /// The resulting moment; `nil` if a word was not understood or the date is incomplete.
    var moment: UTC? {
        guard !isUnread, !isStrict || isWhole, var fields = date?.fields else { return nil }
        if let (hour, minute, second) = time {
            fields.hour = hour
            fields.minute = minute
            fields.second = min(second, 59)
            if isAfternoon == true, hour < 12 { fields.hour += 12 }
            if isAfternoon == false, hour == 12 { fields.hour = 0 }
        }
        let isNextDay = fields.hour == 24 && fields.minute == 0 && fields.second == 0
        if isNextDay { fields.hour = 0 }
        guard let moment = UTC(fields) else { return nil }
        let wall = moment + .seconds(isNextDay ? 86_400 : 0)
        return generic?.moment(of: wall) ?? wall - .seconds(zone ?? 0)
    }

    /// The start of the day; `nil` if there is no such day.
    private var date: UTC? {
        guard let year else { return nil }
        if let dayOfYear { return UTC(year: year, dayOfYear: dayOfYear) }
        return UTC(UTC.Fields(year: year, month: month ?? 1, day: day ?? 1))
    }

    /// Whether a day has a month, and a time has a day.
    private var isWhole: Bool {
        let hasDay = day != nil && month != nil
        return hasDay || dayOfYear != nil || (day == nil && time == nil)
    }

    private mutating func read(_ word: [UInt8]) {
        if word.contains(.colon) {
            readClock(word)
        } else if word.allSatisfy({ $0.isDigit }) {
            readNumber(word)
        } else if let sign = word.first, sign == .plus || (sign == .hyphen && time != nil) {
            readOffset(word[...])
        } else if word[0].isDigit {
            readDate(word[...])
        } else {
            readName(String(decoding: word, as: UTF8.self).lowercased())
        }
    }

    /// Reads `2003`, `31`, `20031231` or `031231`; in mail dates, a number of two digits after the month is
    /// the year.
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
        case 6 where isStrict: isUnread = true
        case 6, 8: readCompact(word)
        case 7:
            year = value / 1000
            dayOfYear = value % 1000
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

    /// Reads `2003-12-31`, `2003/12/31`, `03-12-31`, `2003-335`, `31-Dec-2003` or `2003-12`, optionally with
    /// `T…`.
    private mutating func readDate(_ word: ArraySlice<UInt8>) {
        if let t = word.firstIndex(where: { $0 | .caseBit == UInt8(ascii: "t") }), t > word.startIndex,
            word[t - 1].isDigit
        {
            readDate(word[..<t])
            return readClock(Array(word[(t + 1)...]))
        }
        if word.last.map({ $0 | .caseBit == UInt8(ascii: "z") }) == true, !word.contains(.hyphen) {
            return isUnread = true
        }
        let parts = word.split { $0 == .hyphen || $0 == .slash || $0 == .period }
        let numbers = parts.map { DateWords.number($0) }
        switch (parts.count, numbers.first ?? nil) {
        case (1, let value?): readNumber(Array(String(value).utf8))
        case (2, let first?) where parts[0].count == 4:
            year = first
            if parts[1].count == 3 { dayOfYear = numbers[1] } else { month = numbers[1] }
        case (3, let first?): readTriple(parts, numbers: numbers, first: first)
        default: isUnread = true
        }
    }

    private mutating func readTriple(_ parts: [ArraySlice<UInt8>], numbers: [Int?], first: Int) {
        if let name = MonthNames.month(String(decoding: parts[1], as: UTF8.self)) {
            month = name
            let startsWithYear = parts[0].count == 4
            day = startsWithYear ? numbers[2] : first
            year = startsWithYear ? first : numbers[2].map(DateWords.century)
        } else if let order {
            let places = order.places
            year = numbers[places.year].map(DateWords.century)
            month = numbers[places.month]
            day = numbers[places.day]
        } else {
            year = DateWords.century(first)
            month = numbers[1]
            day = numbers[2]
        }
        isUnread = isUnread || year == nil || month == nil || day == nil
    }

    /// Reads `10:14:55.5+01:00`, optionally preceded by a date and a `T`.
    private mutating func readClock(_ word: [UInt8]) {
        if let t = word.firstIndex(where: { $0 | .caseBit == UInt8(ascii: "t") }), t > 0, word[t - 1].isDigit
        {
            // No year is negative.
            guard word[0].isDigit else { return isUnread = true }
            readDate(word[..<t])
            return readClock(Array(word[(t + 1)...]))
        }
        let end = word.firstIndex { !$0.isDigit && $0 != .colon && $0 != .period } ?? word.count
        if end == 0 { return readOffset(word[...]) }
        let parts = DateWords.clock(word[..<end]).map { DateWords.number($0.prefix { $0 != .period }) }
        guard (1...3).contains(parts.count), !parts.contains(nil), time == nil else { return isUnread = true }
        time = (parts[0] ?? 0, parts.count > 1 ? parts[1] ?? 0 : 0, parts.count > 2 ? parts[2] ?? 0 : 0)
        if end < word.count { readOffset(word[end...]) }
    }

    /// Returns the hour, minute and second of `10:14:55` or `101455`.
    private static func clock(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        let digits = text.prefix { $0.isDigit }
        guard digits.count == 4 || digits.count == 6, !text.contains(.colon) else {
            return text.split(separator: .colon)
        }
        return stride(from: text.startIndex, to: digits.endIndex, by: 2).map { text[$0..<$0 + 2] }
    }

    /// Reads `+0100`, `-05:00`, `Z` or `EST`.
    private mutating func readOffset(_ word: ArraySlice<UInt8>) {
        guard let sign = word.first, sign == .plus || sign == .hyphen else {
            return readName(String(decoding: word, as: UTF8.self).lowercased())
        }
        let digits = word.dropFirst().filter { $0 != .colon }
        guard (1...4).contains(digits.count), let value = DateWords.number(digits[...]) else {
            return isUnread = true
        }
        let minutes = digits.count > 2 ? value / 100 * 60 + value % 100 : value * 60
        guard minutes < 24 * 60, digits.count <= 2 || value % 100 < 60 else { return isUnread = true }
        zone = (sign == .hyphen ? -60 : 60) * minutes
    }

    private mutating func readName(_ word: String) {
        if let zone = DateNames.zone(word) {
            // A name after an offset adds nothing.
            if self.zone == nil { self.zone = zone }
        } else if let generic = GenericZone(rawValue: word) {
            self.generic = generic
        } else if word == "am" || word == "pm" {
            isAfternoon = word == "pm"
        } else if month == nil, let month = MonthNames.month(word) {
            self.month = month
        } else if word != "de", !DateNames.isWeekday(word) {
            isUnread = true
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...9).contains(digits.count), digits.allSatisfy({ $0.isDigit }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1.digitValue) }
    }

    /// Expands a year of two digits to 1950...2049. Source: RFC 5322, section 4.3.
    static func century(_ year: Int) -> Int {
        year >= 100 ? year : year < 50 ? year + 2000 : year + 1900
    }
}
