import Calendars
import Records
import TestDocuments
import Testing

@Suite struct CalendarRobustnessTests {
    /// Files with rules, zones, changes of occurrences, folds and faults.
    private static let files = [
        "icalendar--issue_722_missing_timezones", "ical.net--RRULE12", "ical4j--smallcluster",
        "ics-py--calendar", "node-ical--ms_timezones",
    ]

    @Test func `every prefix of a document is expanded or refused`() throws {
        let now = UTC(seconds: 873_201_600)
        var count = 0
        for name in try CorpusFile.names("calendar") where Self.files.contains(where: { name.hasPrefix($0) })
        {
            let bytes = CalendarExpander.text(of: try CorpusFile.bytes("calendar/" + name))
            for length in stride(from: 0, to: min(bytes.count, 6000), by: 3) {
                let result = try Expander.expand(Array(bytes.prefix(length)), at: now)
                #expect(result.found.count <= 5000)
                count += 1
            }
        }
        #expect(count > 2000)
    }

    @Test func `all files are expanded at the turn of a year`() throws {
        for name in try CorpusFile.names("calendar") where name.hasSuffix(".ics") {
            let bytes = CalendarExpander.text(of: try CorpusFile.bytes("calendar/" + name))
            let result = try Expander.expand(bytes, at: UTC(seconds: 1_798_761_600))
            #expect(result.nextChange > UTC(seconds: 1_798_761_600), "\(name)")
        }
    }
}
