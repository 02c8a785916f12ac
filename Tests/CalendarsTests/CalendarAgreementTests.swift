import Calendars
import Records
import TestDocuments
import Testing

/// The occurrences of real files, compared with those that other software finds.
@Suite struct CalendarAgreementTests {
    /// An occurrence: start, exclusive end and title.
    typealias Triple = [String]

    /// The files that differ, by the beginning of their names; `Corpus/calendar/README.md` says why.
    private static let explained = [
        "ical.net--YearlyByWeekNo2", "ical4j--phpicalendar_sample", "node-ical--test7", "node-ical--test14",
        // COUNT counts the start, which does not match the rule.
        "ical.net--calendar-9a6752",
        // Quoted-printable texts.
        "ical.net--Parse1", "ical.net--QuotedPrintable",
        // One bad property: the packages leave the event out.
        "ical4j--smallcluster", "ical4j--calendar-43000d", "ics-py--calendar-888241",
        "node-ical--bad_custom_ms_tz", "icalendar--issue_1081", "icalendar--example-88dc83",
        // An UNTIL without its Z that has the time of day of the start.
        "vobject--RecurrenceIteratorUntilRespectsTimezoneTest",
        // Different events with one UID.
        "icalevents--created_last_modified",
        // Zones: one that states its offset, and one that the document defines as ` 1`.
        "node-ical--test21-mod", "node-ical--test_with_int_tzid",
    ]

    /// The files whose zone, `US-Eastern` or `Western/Central Europe`, is not defined: almanac takes that of
    /// New York or Berlin, the packages none.
    private static let withNamedZones = [
        "ical.net--Daily_Events", "ics-py--friday13-NOT", "icalendar--issue_526_calendar_with_event_subset",
    ]

    @Test func `all occurrences agree, except the explained differences`() throws {
        var total = 0
        var agreeing = 0
        for line in try CorpusFile.lines("expected.jsonl") {
            let expected = try JSON(parsing: line)
            let name = try #require(expected["file"]?.string)
            if Self.withNamedZones.contains(where: { name.hasPrefix($0) }) { continue }
            let bytes = try CorpusFile.bytes("calendar/" + name)
            for window in expected["windows"]?.array ?? [] {
                let theirs = triples(window)
                let ours = try found(bytes, in: window)
                total += theirs.count
                let common = intersection(theirs, ours)
                agreeing += common
                let differs = common != theirs.count || common != ours.count
                let isExplained = Self.explained.contains { name.hasPrefix($0) }
                #expect(!differs || isExplained, "\(name) at \(window["now"]?.int ?? 0)")
            }
        }
        #expect(total > 7000)
        #expect(total - agreeing <= 80, "\(agreeing) of \(total) occurrences agree")
    }

    private func triples(_ window: JSON) -> [Triple] {
        (window["occurrences"]?.array ?? []).map { ($0.array ?? []).map { $0.string ?? "" } }
    }

    /// Returns the occurrences that the expander finds, as far as the expected ones reach.
    private func found(_ bytes: [UInt8], in window: JSON) throws -> [Triple] {
        let now = UTC(seconds: Int64(window["now"]?.int ?? 0))
        let text = CalendarExpander.text(of: bytes)
        let all = try Expander.expand(text, at: now).found.map { found in
            [found.start, found.end, found.title.trimmed]
        }
        guard window["isTruncated"]?.bool == true else { return all }
        return Array(all.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }.prefix(200))
    }

    private func intersection(_ left: [Triple], _ right: [Triple]) -> Int {
        var counts: [Triple: Int] = [:]
        for triple in right { counts[triple, default: 0] += 1 }
        var common = 0
        for triple in left where counts[triple, default: 0] > 0 {
            counts[triple, default: 0] -= 1
            common += 1
        }
        return common
    }
}

extension String {
    /// The text without white space at both ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(String(start.reversed().drop { $0.isWhitespace }).reversed())
    }
}
