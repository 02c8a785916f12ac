import Calendars
import Reactive
import Records
import TestDocuments
import Testing

/// Sources of calendars in a daemon whose clock the test sets; it begins on 2027-01-15 at 08:00 UTC.
@Suite(.serialized) struct CalendarTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    init() { CalendarProgram.use() }

    private func start(_ events: String, rules: String = "") throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/home.source", "[Source]\nKind=calendar\nPath=\(folder.path)/home.ics\n\(rules)")
        folder.write("home.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(events)END:VCALENDAR\n")
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: "home", is: "fresh")
        return fixture
    }

    private func event(_ uid: String, from start: String, to end: String) -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nDTSTART:\(start)\nDTEND:\(end)\nEND:VEVENT\n"
    }

    private func tomorrow(_ uid: String) -> String {
        event(uid, from: "20270116T083000Z", to: "20270116T090000Z")
    }

    private func keys(_ fixture: LiveDaemon) throws -> [String] {
        (try fixture.call("GetSnapshot")["records"]?.array ?? []).compactMap { $0["key"]?.string }
    }

    /// Returns the keys of the removed records with the reasons, sorted: `one rejected`.
    private func removals(_ fixture: LiveDaemon) throws -> [String] {
        let changes = try fixture.call("GetChanges")["changes"]?.array ?? []
        return changes.filter { $0["event"] == "removed" }.map { change in
            "\(change["key"]?.string ?? "") \(change["reason"]?.string ?? "-")"
        }.sorted()
    }

    /// Returns the number of sources that have records, without the one that `start` defines.
    private func expanded(_ fixture: LiveDaemon) throws -> Int {
        let sources = try fixture.call("ListSources")["sources"]?.array ?? []
        return sources.count { $0["context"]?["name"] != "home" && $0["runtime"]?["records"]?.int ?? 0 > 0 }
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
        // Rules that need as many steps as are permitted, and one event.
        let rules = (0..<40).map { number in
            "BEGIN:VEVENT\nUID:old\(number)\nDTSTART:20000101T000000Z\nDURATION:PT1M\n"
                + "RRULE:FREQ=MINUTELY;BYSECOND=0,30;COUNT=1000000000\nEND:VEVENT\n"
        }
        for number in 1...10 {
            folder.write(
                "etc/sources.d/a\(number).source", "[Source]\nKind=calendar\nPath=\(folder.path)/greedy.ics\n"
            )
        }
        let one = event("one", from: "20270115T100000Z", to: "20270115T110000Z")
        folder.write("greedy.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(rules.joined())\(one)END:VCALENDAR\n")
        let fixture = try start(event("good", from: "20270115T100000Z", to: "20270115T110000Z"))
        // If they held the eight places of quick files, the good one would wait for three of them.
        #expect(try expanded(fixture) < 3)
        try fixture.turn(until: { try expanded(fixture) >= 2 })
        fixture.end()
    }

    @Test func `an event that cannot be read was rejected, its occurrences for no known reason`() throws {
        let lost = tomorrow("one")
        let rule = "RRULE:FREQ=DAILY;COUNT=2"
        let series = "BEGIN:VEVENT\nUID:all\nDTSTART:20270117T083000Z\n\(rule)\nEND:VEVENT\n"
        let good = tomorrow("good")
        let fixture = try start(lost + series + good)
        #expect(try keys(fixture).count == 4)
        let broken = (lost + series).replacing("DTSTART:2027", with: "DTSTART:soon")
        folder.replace("home.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(broken)\(good)END:VCALENDAR\n")
        try fixture.turn(until: { try keys(fixture) == ["good"] })
        #expect(
            try removals(fixture) == ["all/20270117T083000Z -", "all/20270118T083000Z -", "one rejected"])
        fixture.end()
    }

    @Test func `a rule that rejects one event does not explain another that may be unreadable`() throws {
        let placed = ["one", "gone", "good"].map { uid in
            tomorrow(uid).replacing("END:VEVENT", with: "LOCATION:here\nEND:VEVENT")
        }
        let fixture = try start(placed.joined(), rules: "[Record]\nRequire=location\n")
        #expect(try keys(fixture).count == 3)
        let unreadable = "BEGIN:VEVENT\nDTSTART:soon\nEND:VEVENT\n"
        folder.replace(
            "home.ics",
            "BEGIN:VCALENDAR\nVERSION:2.0\n\(tomorrow("one"))\(unreadable)\(placed[2])END:VCALENDAR\n")
        try fixture.turn(until: { try keys(fixture) == ["good"] })
        #expect(try removals(fixture) == ["gone -", "one rejected"])
        fixture.end()
    }

    @Test func `another tz database expands calendars again`() throws {
        // The zones of this machine, with one more.
        let zones = ["Africa", "America", "Asia", "Australia", "Etc", "Europe", "Pacific"]
        for zone in zones { folder.link("zones/" + zone, to: "/usr/share/zoneinfo/" + zone) }
        folder.link("zones/Test/Zone", to: "/usr/share/zoneinfo/Europe/Berlin")
        folder.write("zones/tzdata.zi", "# version 2026a\n")
        let usual = TimeZoneDatabase.folder
        TimeZoneDatabase.folder = folder.path + "/zones"
        defer { TimeZoneDatabase.folder = usual }
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Test/Zone:20270115T120000\nRRULE:FREQ=DAILY;COUNT=1\n"
        let fixture = try start(event + "END:VEVENT\n")
        #expect(try keys(fixture) == ["a/20270115T110000Z"])
        folder.removeLink("zones/Test/Zone")
        folder.link("zones/Test/Zone", to: "/usr/share/zoneinfo/America/New_York")
        folder.replace("zones/tzdata.zi", "# version 2026b\n")
        try fixture.turn(until: {
            clock.advance(by: .milliseconds(500))
            return (try? keys(fixture)) == ["a/20270115T170000Z"]
        })
        fixture.end()
    }
}
