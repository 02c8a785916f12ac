import Records

/// The words of a date in any order, such as `Wed, 6th May 2026 at 10:00 a.m. GMT+2 (CEST)`, with months in
/// the languages that feeds use.
struct DateWordList {
    private var day: Int?
    private var month: Int?
    private var year: Int?
    private var time: String?
    /// The hours to add for `PM`; `nil` without `AM` or `PM`.
    private var half: Int?
    private var offset: String?
    /// The name of a zone that is not known, or has several meanings.
    private(set) var unknownZone: String?
    /// Whether a word has no place in a date.
    private var hasStranger = false
    /// The order of dates in numbers; `nil` if it is not known.
    private let order: DateOrder?
    /// Whether the first word must be that of a date, and not perhaps a weekday in some language.
    private let isStrict: Bool

    /// Reads a text without comments word by word.
    ///
    /// Source: RFC 5322, section 4.3: two digits of a year.
    init(_ text: String, order: DateOrder?, isStrict: Bool) {
        self.order = order
        self.isStrict = isStrict
        let words = DateWordList.words(text)
        for (place, word) in words.enumerated() {
            let isAfterTime = place > 0 && words[place - 1].utf8.contains(.colon)
            let isLast = place == words.count - 1
            read(word, isFirst: place == 0, isLast: isLast, mayBeZone: isLast || isAfterTime)
        }
    }

    /// The moment; `nil` if a part is missing or has several meanings.
    var moment: UTC? {
        guard !hasStranger, let day, let month, let year, let clock else { return nil }
        let date = [year, month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
        return UTC(iso8601: "\(date)T\(clock)\(offset ?? "Z")")
    }

    /// The time of day with 24 hours; midnight if the date states none.
    private var clock: String? {
        let parts = (time ?? "00:00:00").split(separator: ":").map(String.init)
        guard (2...3).contains(parts.count), var hour = Int(parts[0]), hour < 24 else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        let second = parts.count > 2 ? parts[2] : "00"
        return (hour < 10 ? "0\(hour)" : "\(hour)") + ":\(parts[1]):\(second)"
    }
}

extension DateWordList {
    /// Returns a date without comments and names in brackets, with plain spaces and signs, and the last
    /// comment or name; `nil` if there is none.
    ///
    /// Source: RFC 5322, section 3.2.2: comments; RFC 9557, section 3: the name of a zone in brackets.
    static func withoutComments(_ text: String) -> (text: String, comment: String?) {
        var plain = ""
        var comment: String?
        var depth = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(", "[":
                depth += 1
                comment = ""
            case ")", "]": depth = max(0, depth - 1)
            case _ where depth > 0: comment?.unicodeScalars.append(scalar)
            case "\u{A0}", "\u{2009}", "\u{202F}", "\u{3000}": plain += " "
            case "\u{2010}"..."\u{2015}", "\u{2212}": plain += "-"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return (plain, comment)
    }

    /// Returns the words without commas and signs between them.
    private static func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace || $0 == "," || $0 == "|" }.map(String.init)
            .filter { $0 != "-" && !fillers.contains($0.lowercased()) }
    }

    /// The words that mean nothing in a date.
    private static let fillers: Set<String> = [
        "at", "um", "uhr", "à", "de", "del", "den", "kl.", "o", "às", "г.", "г", "р.",
    ]

    private mutating func read(_ word: String, isFirst: Bool, isLast: Bool, mayBeZone: Bool) {
        if word.utf8.first.map(\.isDigit) ?? false {
            readNumber(word, isLast: isLast)
        } else if let half = DateWordList.half(of: word) {
            self.half = half
        } else if let offset = ZoneNames.offset(word) {
            self.offset = offset
        } else if !word.utf8.contains(.slash), let month = MonthNames.month(word) {
            self.month = month
        } else if isFirst, !isStrict || DateNames.isWeekday(word.lowercased()) {
            // The name of a weekday in any language: the date decides.
        } else if mayBeZone, ZoneNames.isName(word) {
            // A name after an offset adds nothing.
            if offset == nil { unknownZone = word }
        } else {
            hasStranger = true
        }
    }

    /// Returns the hours that `a.m.` or `p.m.` adds.
    private static func half(of word: String) -> Int? {
        switch word.lowercased().filter({ $0 != "." }) {
        case "am": 0
        case "pm": 12
        default: nil
        }
    }

    private mutating func readNumber(_ word: String, isLast: Bool) {
        if word.utf8.contains(.colon) { return readTime(word) }
        if let time = DateWordList.french(word) { return readTime(time) }
        let digits = word.prefix { $0.isNumber }
        let rest = word.dropFirst(digits.count).lowercased()
        if rest.hasPrefix("/") || rest.hasPrefix(".") && rest.count > 1 { return readDate(word) }
        guard ["", "st", "nd", "rd", "th", "er", "º", "."].contains(rest), let number = Int(digits) else {
            hasStranger = true
            return
        }
        if isLast, digits.count == 4, time != nil, year != nil {
            offset = ZoneNames.offset("+" + digits)
        } else if digits.count == 4 {
            year = number
        } else if day == nil {
            day = number
        } else if year == nil, digits.count == 2 {
            year = number + (number < 50 ? 2000 : 1900)
        } else {
            hasStranger = true
        }
    }

    /// Returns `10:00` for `10h00`; `nil` for any other word.
    private static func french(_ word: String) -> String? {
        let parts = word.split(separator: "h", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        return "\(parts[0]):\(parts[1])"
    }

    /// Reads a time, to which `AM`, `PM` or an offset may be attached.
    private mutating func readTime(_ word: String) {
        let digits = word.prefix { $0.isNumber || $0 == ":" || $0 == "." && word.hasSuffix("Z") }
        time = String(digits)
        let rest = String(word.dropFirst(digits.count))
        if rest.isEmpty { return }
        if let half = DateWordList.half(of: rest) {
            self.half = half
        } else if let offset = ZoneNames.offset(rest) {
            self.offset = offset
        } else {
            hasStranger = true
        }
    }

    /// Reads `5/13/2026` or `13.5.2026`, if only one order of day and month is possible.
    private mutating func readDate(_ word: String) {
        let numbers = NumericDate(in: word)
        guard let date = (order.flatMap { numbers?.date(in: $0) } ?? numbers?.date)?.fields else {
            hasStranger = true
            return
        }
        day = date.day
        month = date.month
        year = date.year
    }
}
