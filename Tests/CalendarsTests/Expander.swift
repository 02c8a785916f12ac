import Calendars
import Glibc
import Records
import Testing

/// The expansion of a document in the process of the test, with the machine's zone in UTC.
enum Expander {
    /// An occurrence: its start, its exclusive end, its title, and the key of its record.
    struct Found: Hashable {
        let start: String
        let end: String
        let title: String
        let key: String
    }

    /// The result of an expansion.
    struct Result {
        var found: [Found] = []
        var faults: [String] = []
        var hasCalendar = false
        var nextChange = UTC(seconds: 0)

        /// The starts, sorted.
        var starts: [String] { found.map(\.start).sorted() }
    }

    /// Expands a document for the window from a day before a moment to sixty days after it.
    static func expand(_ text: [UInt8], at now: UTC, skipping skipped: Set<Int> = []) throws -> Result {
        try #require(CalendarExpander.load())
        var result = Result()
        var expander = CalendarExpander(
            now: now.seconds, past: 86_400, ahead: 60 * 86_400, skipped: skipped, find: zone
        ) { part in
            switch part {
            case .occurrence(_, let key, let data):
                let data = (try? JSON(parsing: data)) ?? .null
                result.found.append(
                    Found(
                        start: data["start"]?.string ?? "", end: data["end"]?.string ?? "",
                        title: data["summary"]?.string ?? "", key: key))
            case .fault(_, let field, _, let reason): result.faults.append("\(field) \(reason)")
            case .begins, .ends, .title: break
            }
        }
        result.hasCalendar = expander.expand(text)
        result.nextChange = UTC(seconds: expander.nextChange)
        return result
    }

    /// Expands events without a calendar around them.
    static func expand(events: String, at now: String, header: String = "") throws -> Result {
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", header] + events.split(separator: "\n").map(String.init)
        let text = (lines + ["END:VCALENDAR"]).filter { !$0.isEmpty }.joined(separator: "\r\n") + "\r\n"
        return try expand(Array(text.utf8), at: #require(UTC(iso8601: now)))
    }

    /// Returns a zone of the tz database; `nil` for the machine's own.
    private static func zone(_ name: String) -> TimeZoneFile? {
        guard !name.isEmpty, let file = fopen("/usr/share/zoneinfo/" + name, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return try? TimeZoneFile(Array(bytes.prefix(count)))
    }
}
