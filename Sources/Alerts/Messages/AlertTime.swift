import Decoding
import Records

/// The times that senders write.
enum AlertTime {
    /// The first year that no warning can have, but the Buddhist era of a present warning has.
    private static let firstBuddhist = UTC(Fields(year: 2400, month: 1, day: 1)) ?? UTC(seconds: 0)
    /// The difference between the Buddhist era and the Common Era, in years.
    private static let buddhistYears = 543

    /// The number of bytes of the date before a time of day.
    private static let dateLength = 10

    private typealias Fields = UTC.Fields

    /// Reads a time: xs:dateTime with hour 24, a year of the Buddhist era, as Thailand's TMD writes it, or
    /// the date of an RSS document.
    ///
    /// Source: XML Schema Part 2, 3.2.7; RFC 2822, 3.3.
    static func moment(_ text: String) -> UTC? {
        guard let time = UTC(iso8601: text) ?? endOfDay(text) ?? UTC(dateText: text) else { return nil }
        return time < firstBuddhist ? time : inCommonEra(text) ?? time
    }

    /// Whether a time that was read states its offset from UTC, as a sign or a letter after the letter `T`, or in
    /// the last word of the date of an RSS document.
    static func statesOffset(_ text: String) -> Bool {
        let isISO8601 = (UTC(iso8601: text) ?? endOfDay(text)) != nil
        let end = isISO8601 ? text.utf8.dropFirst(dateLength + 1) : text.utf8.split(separator: .space).last
        // The only other character than ASCII that a time may have is the minus sign, U+2212.
        return end?.contains { $0 == .plus || $0 == .hyphen || $0.isLetter || !$0.isASCII } ?? false
    }

    /// Reads a time with hour 24, which is midnight at the end of its day.
    private static func endOfDay(_ text: String) -> UTC? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 16, bytes[10...].starts(with: "T24:00".utf8) else { return nil }
        let start = String(decoding: bytes[..<11], as: UTF8.self) + "00"
        return UTC(iso8601: start + String(decoding: bytes[13...], as: UTF8.self)).map {
            $0 + .seconds(86_400)
        }
    }

    /// Reads a time with the year of the Common Era instead of the Buddhist one; years of both have the same
    /// months.
    private static func inCommonEra(_ text: String) -> UTC? {
        let bytes = Array(text.utf8)
        guard bytes.count > 4, let year = Int(String(decoding: bytes[..<4], as: UTF8.self)) else {
            return nil
        }
        let rest = String(decoding: bytes[4...], as: UTF8.self)
        let common = String(year - buddhistYears) + rest
        return UTC(iso8601: common) ?? endOfDay(common)
    }
}
