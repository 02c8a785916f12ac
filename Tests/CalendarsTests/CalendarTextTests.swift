import Calendars
import Records
import Testing

/// The lines of a document and the texts in them.
@Suite struct CalendarTextTests {
    private static let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20261130T100000Z\nSUMMARY:Tea\n"

    private func expand(_ text: String) throws -> Expander.Result {
        let now = try #require(UTC(iso8601: "2026-11-28T12:00:00Z"))
        return try Expander.expand(CalendarExpander.text(of: Array(text.utf8)), at: now)
    }

    @Test(arguments: [
        (#"Anna\'s 10\:30 Uhr"#, "Anna's 10:30 Uhr"), (#"a\, b\; c\\d\ne"#, "a, b; c\\d\ne"),
        (#"C:\"#, "C:\\"),
        (#"\"x\""#, "\"x\""), (#"50\% \(off\)"#, "50% (off)"),
    ])
    func `a backslash before a character keeps that character`(written: String, title: String) throws {
        let result = try Expander.expand(
            start: ":20261130T100000Z", "SUMMARY:\(written)", at: "2026-11-28T12:00:00Z")
        #expect(result.found.map(\.title) == [title])
    }

    @Test(arguments: [
        (#"A\,B,C"#, ["A,B", "C"]), ("A", ["A"]), (#"A\\,B"#, ["A\\", "B"]), (",A,,", ["A"]),
    ])
    func `a comma after a backslash belongs to a category`(written: String, categories: [String]) throws {
        let result = try Expander.expand(
            start: ":20261130T100000Z", "CATEGORIES:\(written)", at: "2026-11-28T12:00:00Z")
        #expect(result.found.map(\.categories) == [categories])
    }

    @Test(arguments: ["\n \n", "  ", "\t\r\n", "\u{FEFF}", "\u{FEFF}\n  ", "Hello\n"])
    func `what stands before the calendar does no harm`(before: String) throws {
        let result = try expand(before + "BEGIN:VCALENDAR\n\(Self.event)END:VEVENT\nEND:VCALENDAR\n")
        #expect(result.found.map(\.title) == ["Tea"])
        #expect(result.faults.isEmpty)
    }

    @Test func `blanks before all lines are no folds`() throws {
        let text = "BEGIN:VCALENDAR\n\(Self.event)  and milk\nEND:VEVENT\nEND:VCALENDAR\n"
        let indented = text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\r\n")
        #expect(try expand(indented).found.map(\.title) == ["Tea and milk"])
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
    func `each kind of line break ends a line and folds one`(end: String) throws {
        let text = "BEGIN:VCALENDAR\n\(Self.event)  and milk\nEND:VEVENT\nEND:VCALENDAR\n"
        let result = try expand(text.split(separator: "\n").joined(separator: end) + end)
        #expect(result.found.map(\.title) == ["Tea and milk"])
    }

    @Test func `folds of vCalendar stand for a blank, and an equals sign at the end goes on`() throws {
        let old = "BEGIN:VCALENDAR\nVERSION:1.0\nBEGIN:VEVENT\nUID:a\nDTSTART:20261130T100000Z\n"
        let folded = try expand("\(old)SUMMARY:Tea\n with milk\nEND:VEVENT\nEND:VCALENDAR\n")
        #expect(folded.found.map(\.title) == ["Tea with milk"])
        let quoted = "SUMMARY;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9 =\nau lait\n"
        let soft = try expand("\(old)\(quoted)END:VEVENT\nEND:VCALENDAR\n")
        #expect(soft.found.map(\.title) == ["Café au lait"])
    }

    @Test func `a calendar without its end is read, and a remark says so`() throws {
        let calendar = try expand("BEGIN:VCALENDAR\n\(Self.event)END:VEVENT\n")
        #expect(calendar.found.map(\.title) == ["Tea"])
        #expect(calendar.faults == ["END is missing: the calendar may have ended too early"])
        let event = try expand("BEGIN:VCALENDAR\n\(Self.event)\(Self.event)END:VEVENT\nEND:VCALENDAR\n")
        #expect(event.found.map(\.title) == ["Tea"])
        #expect(event.faults == ["END is missing"])
        let alarm = "BEGIN:VALARM\nSUMMARY:Alarm\n"
        let alarmed = try expand("BEGIN:VCALENDAR\n\(Self.event)\(alarm)END:VEVENT\nEND:VCALENDAR\n")
        #expect(alarmed.found.map(\.title) == ["Tea"])
    }

    @Test func `an event within whose lines the document ends is left out`() throws {
        let result = try expand("BEGIN:VCALENDAR\n\(Self.event)END:VEVENT\n\(Self.event)LOCATION:Kit")
        #expect(result.found.count == 1)
        #expect(result.faults.contains("END is missing, and the event is left out"))
    }
}
