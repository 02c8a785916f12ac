import Calendars
import Decoding
import Definitions
import Glibc
import Records
import TestDocuments
import Testing

/// The decoder of calendars with the process that expands them.
@Suite struct CalendarProcessTests {
    private static let good = "BEGIN:VEVENT\nUID:good\nDTSTART:20261126T090000Z\nEND:VEVENT\n"

    init() { CalendarProgram.use() }

    private func decode(_ text: String, _ settings: String = "") throws -> Decoded {
        let now = try #require(UTC(iso8601: "2026-11-25T00:00:00Z"))
        return try TestDocument.decode(
            .calendar, settings, Array(text.utf8), context: DocumentContext(reference: now, now: now))
    }

    private func calendar(_ events: String) -> String {
        "BEGIN:VCALENDAR\nX-WR-CALNAME:Home\nVERSION:2.0\n\(events)END:VCALENDAR\n"
    }

    @Test func `an occurrence becomes a record with its times, texts and position`() throws {
        let decoded = try decode(
            calendar(
                """
                BEGIN:VEVENT
                UID:a
                DTSTART;TZID=Europe/Berlin:20261126T090000
                DURATION:PT90M
                RRULE:FREQ=YEARLY
                SUMMARY:Tea\\, with milk
                LOCATION:Kitchen
                GEO:52.5;13.4
                STATUS:CONFIRMED
                CATEGORIES:HOME,TEA
                END:VEVENT

                """))
        let record = try #require(decoded.records.first)
        #expect(decoded.title == "Home")
        #expect(record.key == "a/20261126T080000Z")
        #expect(record.title == "Tea, with milk")
        #expect(record.position == Position(latitude: 52.5, longitude: 13.4))
        let data = String(decoding: record.data, as: UTF8.self)
        #expect(data.contains(#""start":"2026-11-26T08:00:00Z""#))
        #expect(data.contains(#""end":"2026-11-26T09:30:00Z""#))
        #expect(data.contains(#""timeZone":"Europe/Berlin""#))
        #expect(data.contains(#""status":"confirmed""#))
    }

    @Test func `the process inherits no descriptor, whichever this one has open`() throws {
        var ends: [CInt] = [-1, -1]
        // Unlike ours, those of libraries may stay open in programs that are started.
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let decoded = try decode(calendar(Self.good))
        #expect(decoded.records.map(\.key) == ["good"])
    }

    @Test func `the window and the key of records can be set`() throws {
        let text = calendar(
            "BEGIN:VEVENT\nUID:a\nDTSTART:20261126T090000Z\nSUMMARY:Tea\nRRULE:FREQ=DAILY\nEND:VEVENT\n")
        let decoded = try decode(text, "[Calendar]\nWindow=0 3d\n[Record]\nKey=summary start\n")
        #expect(decoded.records.map(\.key) == ["Tea/2026-11-26T09:00:00Z", "Tea/2026-11-27T09:00:00Z"])
        #expect(decoded.next == UTC(iso8601: "2026-11-25T09:00:01Z"))
    }

    @Test func `a remark names the zones for which the tz database is too old`() throws {
        let version = try #require(TimeZoneDatabase.version)
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=America/Vancouver:20261126T090000\nEND:VEVENT\n"
        let note =
            "the tz database \(version) of this machine is older than the rules of America/Vancouver"
        let isOlder = version.utf8.lexicographicallyPrecedes("2026b".utf8)
        #expect(try decode(calendar(event)).notes == (isOlder ? [note] : []))
    }

    @Test func `an event without UID has its content as key`() throws {
        let event = "BEGIN:VEVENT\nDTSTART:20261126T090000Z\nSUMMARY:Tea\nEND:VEVENT\n"
        let first = try decode(calendar(event)).records.map(\.key)
        #expect(first.count == 1)
        #expect(try decode(calendar(event + Self.good)).records.map(\.key).contains(first[0]))
    }

    @Test(arguments: [
        "FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=2000000000", "FREQ=HOURLY;BYHOUR=25",
        "FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;INTERVAL=7",
    ])
    func `a hostile rule costs only its own event, and is reported`(rule: String) throws {
        let bad = "BEGIN:VEVENT\nUID:bad\nDTSTART:20000101T000000Z\nRRULE:\(rule)\nEND:VEVENT\n"
        let decoded = try decode(calendar(bad + Self.good))
        #expect(decoded.records.map(\.key).contains("good"))
        #expect(decoded.rejects.map(\.key) == ["bad"])
    }

    @Test(arguments: [
        "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MINUTELY;BYSETPOS=366;BYDAY=MO",
    ])
    func `a rule that no date meets has no occurrences`(rule: String) throws {
        let never = "BEGIN:VEVENT\nUID:bad\nDTSTART:20000101T000000Z\nRRULE:\(rule)\n"
        let decoded = try decode(calendar(never + "END:VEVENT\n" + Self.good))
        #expect(decoded.records.map(\.key) == ["good"])
        #expect(decoded.rejects.isEmpty)
    }

    @Test(arguments: ["", " \n", "<html><body>Hello</body></html>", "BEGIN:VCARD\nEND:VCARD\n", "Hello"])
    func `other documents are refused`(text: String) throws {
        let error = try #require(throws: DecodeError.self) { try decode(text) }
        #expect(error.reason == (text.contains { !$0.isWhitespace } ? .content : .empty))
    }

    @Test func `a character that a fold splits is put together`() throws {
        let head = Array(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261126T090000Z\r\nSUMMARY:Caf".utf8)
        let rest = Array("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
        let now = try #require(UTC(iso8601: "2026-11-25T00:00:00Z"))
        let decoded = try TestDocument.decode(
            .calendar, "", head + [0xC3, 0x0D, 0x0A, 0x20, 0xA9] + rest, slice: 7,
            context: DocumentContext(reference: now, now: now))
        #expect(decoded.records.map(\.title) == ["Café"])
    }

    @Test(arguments: ["1d", "1d 400d", "yes 60d", "1d 2d 3d"])
    func `a window must be two time spans`(window: String) throws {
        #expect(throws: OptionError.self) {
            try Kind.calendar.check(TestDocument.options("[Calendar]\nWindow=\(window)\n"))
        }
    }
}
