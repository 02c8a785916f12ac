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
    init?(_ text: String) {
        let text = text.trimmingBlanks
        // A year has four digits, and none is negative.
        guard text.utf8.count > 3, text.utf8.first != .hyphen, let read = FeedDate.read(text) else {
            return nil
        }
        guard !FeedDate.first.contains(read.moment.seconds), read.moment.seconds >= FeedDate.yearTwo else {
            return nil
        }
        self = read
    }

    private init(_ moment: UTC, unknownZone: String? = nil) {
        self.moment = moment
        self.unknownZone = unknownZone
    }

    private static func read(_ text: String) -> FeedDate? {
        if let moment = UTC(dateText: text) ?? epoch(text) { return FeedDate(moment) }
        let plain = withoutSecondZone(DateWordList.withoutComments(text).trimmingBlanks)
        if plain != text, let moment = UTC(dateText: plain) { return FeedDate(moment) }
        let words = DateWordList(plain)
        guard let moment = words.moment else { return nil }
        return FeedDate(moment, unknownZone: words.unknownZone)
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
