import Decoding
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

    /// Reads a text without comments word by word.
    ///
    /// Source: RFC 5322, section 4.3: two digits of a year.
    init(_ text: String) {
        let words = DateWordList.words(text)
        for (place, word) in words.enumerated() {
            read(word, isFirst: place == 0, isLast: place == words.count - 1)
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
    /// Returns a date without comments and names in brackets, with plain spaces and signs.
    ///
    /// Source: RFC 5322, section 3.2.2: comments; RFC 9557, section 3: the name of a zone in brackets after
    /// an offset.
    static func withoutComments(_ text: String) -> String {
        var plain = ""
        var depth = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth = max(0, depth - 1)
            case _ where depth > 0: break
            case "\u{A0}", "\u{2009}", "\u{202F}", "\u{3000}": plain += " "
            case "\u{2010}"..."\u{2015}", "\u{2212}": plain += "-"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    /// Returns the words without commas and signs between them.
    private static func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace || $0 == "," || $0 == "|" }.map(String.init)
            .filter { $0 != "-" && !fillers.contains($0) }
    }

    /// The words that mean nothing in a date.
    private static let fillers: Set<String> = ["at", "um", "à", "de", "del", "den", "kl.", "o"]

    private mutating func read(_ word: String, isFirst: Bool, isLast: Bool) {
        if word.utf8.first.map(\.isDigit) ?? false {
            readNumber(word, isLast: isLast)
        } else if let half = DateWordList.half(of: word) {
            self.half = half
        } else if let offset = ZoneNames.offset(word) {
            self.offset = offset
        } else if let month = MonthNames.month(word) {
            self.month = month
        } else if isFirst {
            // The name of a weekday in any language: the date decides.
        } else if isLast, ZoneNames.isName(word) {
            unknownZone = word
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
        guard let date = NumericDate(in: word)?.date?.fields else {
            hasStranger = true
            return
        }
        day = date.day
        month = date.month
        year = date.year
    }
}
