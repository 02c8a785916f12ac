import Decoding
import Records

/// A date of a feed, in the forms that publishers write.
struct FeedDate {
    let moment: UTC
    /// The name of a zone that is not known, or has several meanings: the time counts as UTC.
    var unknownZone: String?

    /// The first day of 1970, which programs write that know no date.
    private static let first = 0..<Int64(86_400)
    /// The first moment of the year 2 in seconds since 1970: what is before is no date.
    private static let yearTwo: Int64 = -62_104_060_800

    /// Reads a date; `nil` if it has not exactly one meaning, or stands for none.
    ///
    /// - Parameters:
    ///   - text: The date.
    ///   - zones: The zones that it may name.
    ///   - order: The order of dates in numbers in the document; `nil` if it is not known.
    init?(_ text: String, zones: FeedZones, order: DateOrder? = nil) {
        let text = text.trimmingBlanks
        // A year has four digits, and none is negative.
        guard text.utf8.count > 3, text.utf8.first != .hyphen,
            let read = FeedDate.read(text, zones, order)
        else { return nil }
        guard !FeedDate.first.contains(read.moment.seconds), read.moment.seconds >= FeedDate.yearTwo else {
            return nil
        }
        self = read
    }

    private init(_ moment: UTC, unknownZone: String? = nil) {
        self.moment = moment
        self.unknownZone = unknownZone
    }

    private static func read(_ text: String, _ zones: FeedZones, _ order: DateOrder?) -> FeedDate? {
        if let moment = UTC(usualDate: text) ?? epoch(text) { return FeedDate(moment) }
        let stripped = DateWordList.withoutComments(text)
        let plain = withoutSecondZone(stripped.text.trimmingBlanks)
        // A comment is the zone only of a time without one.
        if let name = stripped.comment, !hasZone(plain), let zone = zones.zone(name) {
            return words(plain, zones, order).map { FeedDate(zone.moment(of: $0.moment)) }
        }
        return words(plain, zones, order)
    }

    /// Reads a date without comments.
    private static func words(_ text: String, _ zones: FeedZones, _ order: DateOrder?) -> FeedDate? {
        if !ZoneNames.hasAmbiguous(text), let moment = UTC(dateText: text, order: order) {
            return FeedDate(moment)
        }
        if let (rest, name) = ZonePhrases.split(text) ?? ZoneNames.split(text),
            let moment = UTC(dateText: rest, order: order) ?? DateWordList(rest, order: order).moment
        {
            guard let zone = zones.zone(name) else { return FeedDate(moment, unknownZone: name) }
            return FeedDate(zone.moment(of: moment))
        }
        let words = DateWordList(text, order: order)
        guard let moment = words.moment else { return unusual(text) }
        guard let name = words.unknownZone else { return FeedDate(moment) }
        guard let zone = zones.zone(name) else { return FeedDate(moment, unknownZone: name) }
        return FeedDate(zone.moment(of: moment))
    }

    /// Reads the forms of data: a date without separators, a week, a number of seconds with a fraction.
    private static func unusual(_ text: String) -> FeedDate? {
        guard text.utf8.first?.isDigit ?? false || text.hasPrefix("/Date(") else { return nil }
        return UTC(looseText: text).map { FeedDate($0) }
    }

    /// Whether a time is followed by a zone: an offset, `Z` or a name.
    private static func hasZone(_ text: String) -> Bool {
        guard let colon = text.utf8.lastIndex(of: .colon), let last = text.utf8.last else { return false }
        let isHalf = ["am", "pm"].contains(text.suffix(2).lowercased())
        let isOffset = text.utf8[colon...].contains { $0 == .plus || $0 == .hyphen }
        let before = text.utf8[..<colon].suffix(5)
        return last.isLetter && !isHalf || isOffset || before.contains(.plus)
            || before.suffix(3).first == .hyphen
    }

    /// Returns a date without what follows its `Z`: one zone is enough.
    private static func withoutSecondZone(_ text: String) -> String {
        guard let zone = text.lastIndex(of: "Z"), text[..<zone].last?.isNumber == true else { return text }
        return String(text[...zone])
    }

    /// Returns the moment of a number of seconds or milliseconds since 1970.
    private static func epoch(_ text: String) -> UTC? {
        guard text.utf8.allSatisfy(\.isDigit), let number = Int64(text) else { return nil }
        switch text.utf8.count {
        case 9, 10: return UTC(seconds: number)
        case 12, 13: return UTC(seconds: number / 1000)
        default: return nil
        }
    }
}
