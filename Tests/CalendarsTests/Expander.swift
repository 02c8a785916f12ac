import Calendars
import Glibc
import Records
import Testing

/// The expansion of a document in the process of the test, with the machine's zone in UTC.
enum Expander {
    /// An occurrence: its start, its exclusive end, its title, its categories, and the key of its record.
    struct Found: Hashable {
        let start: String
        let end: String
        let title: String
        let categories: [String]
        let key: String
        /// The facts that decide the times and are not known.
        var unknown: [String] = []
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
    static func expand(
        _ text: [UInt8], at now: UTC, skipping skipped: Set<Int> = [], edition: Int = 202_502,
        without missing: Set<String> = []
    ) throws -> Result {
        var result = Result()
        var expander = CalendarExpander(
            now: now.seconds, past: 86_400, ahead: 60 * 86_400, skipped: skipped, edition: edition,
            find: { missing.contains($0) ? nil : zone($0) }
        ) { part in
            switch part {
            case .occurrence(let key, let data):
                let data = (try? JSON(parsing: data)) ?? .null
                result.found.append(
                    Found(
                        start: data["start"]?.string ?? "", end: data["end"]?.string ?? "",
                        title: data["summary"]?.string ?? "",
                        categories: data["categories"]?.array?.compactMap(\.string) ?? [], key: key,
                        unknown: data["unknown"]?.array?.compactMap(\.string) ?? []))
            case .fault(_, let field, _, let reason): result.faults.append("\(field) \(reason)")
            case .begins, .ends, .title: break
            }
        }
        result.hasCalendar = expander.expand(text)
        result.nextChange = UTC(seconds: expander.nextChange)
        return result
    }

    /// Expands events without a calendar around them.
    static func expand(
        events: String, at now: String, header: String = "", edition: Int = 202_502,
        without missing: Set<String> = []
    ) throws -> Result {
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", header] + events.split(separator: "\n").map(String.init)
        let text = (lines + ["END:VCALENDAR"]).filter { !$0.isEmpty }.joined(separator: "\r\n") + "\r\n"
        let moment = try #require(UTC(iso8601: now))
        return try expand(Array(text.utf8), at: moment, edition: edition, without: missing)
    }

    /// Expands one event with a start and further lines.
    static func expand(
        start: String, _ lines: String..., at now: String, header: String = "", edition: Int = 202_502,
        without missing: Set<String> = []
    ) throws -> Result {
        let event = ["BEGIN:VEVENT", "UID:a", "DTSTART" + start] + lines + ["END:VEVENT"]
        return try expand(
            events: event.joined(separator: "\n"), at: now, header: header, edition: edition,
            without: missing)
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
