import Decoding
import Records

/// The dates in numbers of a document, whose order all of them together may decide.
struct OpenDates {
    private var survey = ColumnSurvey()

    /// The order that the dates prove; `nil` if they leave it open or contradict each other.
    var order: DateOrder? { survey.order }

    /// Adds a date, of any form.
    mutating func add(_ text: String) {
        guard OpenDates.isNumeric(text) else { return }
        survey.addTime(text.trimmingBlanks)
    }

    /// Whether some dates of an entry are not read because their order is open.
    static func has(_ entry: borrowing FeedEntry) -> Bool {
        !entry.unreadTimes.isEmpty && entry.unreadTimes.values.contains { isOpen($0) }
    }

    /// Returns the reason why a text is not read as a time.
    static func fault(_ text: String) -> String {
        isOpen(text) ? "not a date of one meaning: no date of the document shows its order" : "not a time"
    }

    private static func isOpen(_ text: String) -> Bool {
        isNumeric(text) && (NumericDate(in: text)?.orders.count ?? 0) > 1
    }

    /// Whether a text may contain a date in numbers: nearly all dates of feeds have another form.
    private static func isNumeric(_ text: String) -> Bool {
        text.contains(.slash) || text.utf8.prefix(3).contains(.hyphen)
    }
}

extension FeedEntry {
    /// Reads the dates whose order was open until now.
    mutating func readOpenDates(_ order: DateOrder, zones: NamedZones) {
        for (name, text) in unreadTimes {
            guard let date = WrittenDate(text, zones: zones, order: order) else { continue }
            unreadTimes[name] = nil
            set(date, for: name)
        }
    }

    /// Sets the time of a field, `published`, `updated` or `created`.
    mutating func set(_ date: WrittenDate, for name: String) {
        unknownZones[name] = date.unknownZone
        switch name {
        case "published": published = date.moment
        case "updated": updated = date.moment
        default: created = date.moment
        }
    }
}
