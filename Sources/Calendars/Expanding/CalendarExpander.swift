package import Records

/// The expansion of a document with calendars to the occurrences within a window.
///
/// The daemon runs it in a confined process; see `ExpansionChild`.
package struct CalendarExpander {
    /// The most occurrences of a document within a window.
    static let mostOccurrences = 20_000

    /// The result, part by part.
    package enum Part {
        /// A series whose rules take time begins: its number in the document.
        case begins(Int)
        /// It ends.
        case ends
        /// An occurrence: the key of its record, empty if its event has no UID, and its data.
        case occurrence(key: String, data: [UInt8])
        /// A part that cannot be used: the UID of its event, the property, the text, and the reason.
        case fault(uid: String?, field: String, found: String, reason: String)
        /// The name of a calendar.
        case title(String)
    }

    private let window: ExpansionWindow
    private let skipped: Set<Int>
    private let database: ZoneDatabase
    private let use: (Part) -> Void
    private var count = 0
    private var keys = OccurrenceKeys()

    /// The moment from which the same document has other occurrences within the window, in seconds since
    /// 1970.
    package private(set) var nextChange: Int64

    /// - Parameters:
    ///   - now: The moment to which the window belongs, in seconds since 1970.
    ///   - past: The longest time since the end of an occurrence, in seconds.
    ///   - ahead: The longest time until the start of an occurrence, in seconds.
    ///   - skipped: The series that must not be expanded, by their numbers.
    ///   - edition: The version of the tz database as a number, such as 202502 for `2025b`; 0 if it is
    ///     unknown.
    ///   - find: Returns the zone of a name in the tz database, and of the empty name that of the machine.
    ///   - use: Called with each part of the result.
    package init(
        now: Int64, past: Int64, ahead: Int64, skipped: Set<Int>, edition: Int = 0,
        find: @escaping (String) -> TimeZoneFile?, use: @escaping (Part) -> Void
    ) {
        window = ExpansionWindow(now: now, past: past, ahead: ahead)
        self.skipped = skipped
        database = ZoneDatabase(now: now, edition: edition, find: find)
        self.use = use
        nextChange = now + ExpansionWindow.margin
    }

    /// Returns a document in UTF-8, without folds.
    package static func text(of bytes: [UInt8]) -> [UInt8] { CalendarText.read(bytes, label: nil).text }

    /// Expands a document.
    ///
    /// - Parameter text: The document in UTF-8.
    /// - Returns: Whether it has a calendar.
    package mutating func expand(_ text: [UInt8]) -> Bool {
        let calendars = ComponentReader.calendars(of: text)
        let use = use
        var reader = CalendarReader(database: database) { fault, uid in
            use(.fault(uid: uid, field: fault.field, found: fault.found, reason: fault.reason))
        }
        for calendar in calendars { reader.read(calendar) }
        if let title = reader.title { use(.title(title)) }
        for (number, series) in reader.series.enumerated() {
            if skipped.contains(number) {
                report(series, "has a recurrence rule that takes too long")
                continue
            }
            if series.hasRules { use(.begins(number)) }
            expand(series)
            if series.hasRules { use(.ends) }
        }
        return !calendars.isEmpty
    }

    private mutating func expand(_ series: Series) {
        var found: [Occurrence] = []
        let isComplete = series.forEachOccurrence(in: window) { found.append($0) }
        if !isComplete { report(series, "recurs too often; some occurrences are left out") }
        for occurrence in found { add(occurrence, uid: series.uid) }
    }

    private mutating func add(_ occurrence: Occurrence, uid: String?) {
        let begin = occurrence.start.moment
        let end = occurrence.end.moment
        if let change = window.nextChange(from: begin, to: end) { nextChange = min(nextChange, change) }
        guard window.touches(from: begin, to: end) else { return }
        count += 1
        guard count <= CalendarExpander.mostOccurrences else {
            if count == CalendarExpander.mostOccurrences + 1 {
                use(
                    .fault(
                        uid: nil, field: "VEVENT", found: "the document", reason: "has too many occurrences"))
            }
            return
        }
        var writer = JSONWriter(capacity: 256)
        occurrence.write(uid: uid, to: &writer)
        guard let uid else { return use(.occurrence(key: "", data: writer.bytes)) }
        guard let key = keys.key(occurrence.key(uid: uid), of: writer.bytes) else { return }
        use(.occurrence(key: key, data: writer.bytes))
    }

    private func report(_ series: Series, _ reason: String) {
        let rules = series.ruleTexts
        use(.fault(uid: series.uid, field: rules.isEmpty ? "VEVENT" : "RRULE", found: rules, reason: reason))
    }
}
