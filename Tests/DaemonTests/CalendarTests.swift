import Reactive
import Records
import TestDocuments
import Testing

/// Sources of calendars in a daemon whose clock the test sets; it begins on 2027-01-15 at 08:00 UTC.
@Suite(.serialized) struct CalendarTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    init() { CalendarProgram.use() }

    private func start(_ events: String) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/home.source", "[Source]\nKind=calendar\nPath=\(folder.path)/home.ics\n")
        folder.write("home.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(events)END:VCALENDAR\n")
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: "home", is: "fresh")
        return fixture
    }

    private func event(_ uid: String, from start: String, to end: String) -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nDTSTART:\(start)\nDTEND:\(end)\nEND:VEVENT\n"
    }

    private func keys(_ fixture: LiveDaemon) throws -> [String] {
        (try fixture.call("GetSnapshot")["records"]?.array ?? []).compactMap { $0["key"]?.string }
    }

    @Test func `occurrences leave and enter the window as time passes, without another document`() throws {
        let fixture = try start(
            event("ended", from: "20270114T083000Z", to: "20270114T090000Z")
                + event("far", from: "20270316T100000Z", to: "20270316T110000Z"))
        #expect(try keys(fixture) == ["ended"])
        clock.advance(by: .seconds(3600))
        try fixture.turn(until: { (try? keys(fixture)) == [] })
        clock.advance(by: .seconds(3600))
        try fixture.turn(until: { (try? keys(fixture)) == ["far"] })
        #expect(try fixture.runtime(of: "home")?["failure"] == nil)
        fixture.end()
    }

    @Test func `calendars that take long delay no other, and are expanded in their turn`() throws {
        // Rules that need thousands of steps each, of which a process may take many, and one event.
        let rules = (0..<200).map { number in
            "BEGIN:VEVENT\nUID:old\(number)\nDTSTART:20260101T000000Z\nDURATION:PT1H\n"
                + "RRULE:FREQ=HOURLY;BYMONTH=6;BYDAY=MO\nEND:VEVENT\n"
        }
        let greedy = (1...4).map { "a\($0)" }
        for name in greedy {
            folder.write(
                "etc/sources.d/\(name).source", "[Source]\nKind=calendar\nPath=\(folder.path)/greedy.ics\n")
        }
        let one = event("one", from: "20270115T100000Z", to: "20270115T110000Z")
        folder.write("greedy.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(rules.joined())\(one)END:VCALENDAR\n")
        let fixture = try start(event("good", from: "20270115T100000Z", to: "20270115T110000Z"))
        let done = try greedy.filter { try fixture.runtime(of: $0)?["records"]?.int ?? 0 > 0 }
        #expect(done.count < 3)
        for name in greedy { try fixture.turn(until: name, is: "fresh") }
        fixture.end()
    }

    @Test func `a document that stops its process is a failure, and the last good records stay`() throws {
        let fixture = try start(event("good", from: "20270115T100000Z", to: "20270115T110000Z"))
        let bad = (0..<8).map { number in
            "BEGIN:VEVENT\nUID:bad\(number)\nDTSTART:20000101T000000Z\n"
                + "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\nEND:VEVENT\n"
        }
        folder.replace("home.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(bad.joined())END:VCALENDAR\n")
        try fixture.turn(until: "home", is: "failing")
        #expect(try fixture.runtime(of: "home")?["failure"]?["reason"]?.string == "content")
        #expect(try keys(fixture) == ["good"])
        fixture.end()
    }
}
