import CLibical
import Glibc
package import Records

/// The expansion of a document with calendars to the occurrences within a window.
///
/// It runs libical, so use it only in a confined process; see `ExpansionChild`.
package struct CalendarExpander {
    /// The most occurrences of a document within a window.
    static let mostOccurrences = 20_000

    /// The result, part by part.
    package enum Part {
        /// A series whose rules take time begins: its number in the document.
        case begins(Int)
        /// It ends.
        case ends
        /// An occurrence, with the UID of its event, the key of its record, and its data.
        case occurrence(uid: String?, key: String, data: [UInt8])
        /// A part that cannot be used: the UID of its event, the property, the text, and the reason.
        case fault(uid: String?, field: String, found: String, reason: String)
        /// The name of a calendar.
        case title(String)
    }

    private let window: ExpansionWindow
    private let skipped: Set<Int>
    private let find: (String) -> TimeZoneFile?
    private let use: (Part) -> Void
    private var count = 0
    private var number = 0

    /// The moment from which the same document has other occurrences within the window, in seconds since
    /// 1970.
    package private(set) var nextChange: Int64

    /// - Parameters:
    ///   - now: The moment to which the window belongs, in seconds since 1970.
    ///   - past: How long ago an occurrence may have ended, in seconds.
    ///   - ahead: How far ahead an occurrence may begin, in seconds.
    ///   - skipped: The series that must not be expanded, by their numbers.
    ///   - find: Returns the zone of a name in the tz database, and of the empty name that of the machine.
    ///   - use: Called with each part of the result.
    package init(
        now: Int64, past: Int64, ahead: Int64, skipped: Set<Int>, find: @escaping (String) -> TimeZoneFile?,
        use: @escaping (Part) -> Void
    ) {
        window = ExpansionWindow(now: now, past: past, ahead: ahead)
        self.skipped = skipped
        self.find = find
        self.use = use
        nextChange = now + ExpansionWindow.margin
    }

    /// Loads libical, and prepares it so that it opens no file later.
    ///
    /// - Returns: Whether it is installed.
    package static func load() -> Bool {
        guard almanac_ical_load() != 0 else { return false }
        guard let rule = RecurrenceRule("FREQ=WEEKLY;BYDAY=MO") else { return false }
        return RuleIterator(rule, start: 0, isDate: false, until: nil, from: 0).next() != nil
    }

    /// Returns the processor time that libical takes for a step on this machine, in nanoseconds; the least of
    /// several measurements.
    package static func timeOfStep() -> Double {
        guard let rule = RecurrenceRule("FREQ=DAILY") else { return 0 }
        return (0..<4).map { _ in
            let iterator = RuleIterator(rule, start: 0, isDate: false, until: nil, from: 0)
            let start = processorTime()
            for _ in 0..<64 { _ = iterator.next() }
            return (processorTime() - start) / 64
        }.min() ?? 0
    }

    /// Returns the processor time of this process so far, in nanoseconds.
    private static func processorTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Returns a document in UTF-8, without folds.
    package static func text(of bytes: [UInt8]) -> [UInt8] { CalendarText.read(bytes, label: nil).text }

    /// Expands a document.
    ///
    /// - Parameter text: The document in UTF-8.
    /// - Returns: Whether it has a calendar.
    package mutating func expand(_ text: [UInt8]) -> Bool {
        // libical reads up to the first zero.
        let text = text.filter { $0 != 0 } + [0]
        let parsed = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe almanac_icalparser_parse_string($0.baseAddress)
            }
        }
        guard let parsed = unsafe parsed else { return false }
        defer { unsafe almanac_icalcomponent_free(parsed) }
        let root = unsafe Component(parsed)
        let isOne = root.isA(ICAL_VCALENDAR_COMPONENT)
        let calendars = isOne ? [root] : root.components(ICAL_VCALENDAR_COMPONENT)
        for calendar in calendars { expand(calendar) }
        return !calendars.isEmpty
    }

    private mutating func expand(_ calendar: Component) {
        let use = use
        let reader = CalendarReader(calendar, find: find) { fault, uid in
            use(.fault(uid: uid, field: fault.field, found: fault.found, reason: fault.reason))
        }
        if let title = reader.title { use(.title(title)) }
        for (uid, series) in reader.series() {
            defer { number += 1 }
            if skipped.contains(number) {
                report(series, uid: uid, "has a recurrence rule that takes too long or stops libical")
                continue
            }
            if series.hasRules { use(.begins(number)) }
            expand(series, uid: uid)
            if series.hasRules { use(.ends) }
        }
    }

    private mutating func expand(_ series: Series, uid: String?) {
        var found: [Occurrence] = []
        let isComplete = series.forEachOccurrence(in: window) { found.append($0) }
        if !isComplete { report(series, uid: uid, "recurs too often; some occurrences are left out") }
        for occurrence in found { take(occurrence, uid: uid) }
    }

    private mutating func take(_ occurrence: Occurrence, uid: String?) {
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
        use(.occurrence(uid: uid, key: uid.map { occurrence.key(uid: $0) } ?? "", data: writer.bytes))
    }

    private func report(_ series: Series, uid: String?, _ reason: String) {
        let rules = series.ruleTexts
        use(.fault(uid: uid, field: rules.isEmpty ? "VEVENT" : "RRULE", found: rules, reason: reason))
    }
}
