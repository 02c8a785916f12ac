import Reactive
import Records
import Systemd
import TestDaemon
import Testing

/// Sources that the daemon computes, in simulated time.
@Suite(.serialized) struct ComputedTests {
    private let folder = Folder()
    private let clock = ManualScheduler()
    private let etc = Folder(
        at: #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/etc")

    /// Starts a daemon with a shipped definition of an instance, at a moment.
    private func start(_ name: String, at moment: String) throws -> LiveDaemon {
        let template = name.prefix { $0 != "@" } + "@.source"
        let text = try NotSo.unless(etc.read("sources.d/\(template)"))
        folder.write("etc/sources.d/\(name).source", text)
        folder.write("lib/stations.tsv", try NotSo.unless(etc.read("stations.tsv")))
        folder.wall = try NotSo.unless(UTC(iso8601: moment))
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: name, is: "fresh")
        return fixture
    }

    private func dates(_ name: String, _ fixture: LiveDaemon) throws -> [String] {
        let answer = try fixture.call("GetSnapshot", ["selector": ["sources": [.string(name)]]])
        return (answer["records"]?.array ?? []).map {
            "\($0["key"]?.string ?? "") \($0["data"]?["date"]?.string ?? "")"
        }
    }

    @Test func `a source is computed for today and a week, without a contact or a network`() throws {
        let fixture = try start("sun@KPWM", at: "2026-11-30T12:00:00Z")
        let found = try dates("sun@KPWM", fixture)
        #expect(found.count == 8)
        #expect(found.first == "Sun 2026-11-30")
        #expect(found.last == "Sun+7 2026-12-07")
        fixture.end()
    }

    @Test func `it is computed anew when the date of its place changes`() throws {
        // Midnight by the Sun at KPWM is at 04:41:14Z.
        let fixture = try start("moon@KPWM", at: "2026-11-30T04:35:00Z")
        #expect(try dates("moon@KPWM", fixture).first == "Moon 2026-11-29")
        clock.advance(by: try NotSo.unless(UTC(iso8601: "2026-11-30T04:41:12Z")) - folder.wall)
        #expect(try dates("moon@KPWM", fixture).first == "Moon 2026-11-29")
        clock.advance(by: .seconds(5))
        try fixture.turn(until: { try dates("moon@KPWM", fixture).first == "Moon 2026-11-30" })
        fixture.end()
    }

    @Test func `a daemon that starts after days computes at once`() throws {
        try start("sun@59.91,10.75", at: "2026-11-30T12:00:00Z").end()
        folder.wall = try NotSo.unless(UTC(iso8601: "2026-12-04T12:00:00Z"))
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: { try dates("sun@59.91,10.75", fixture).first == "Sun 2026-12-04" })
        fixture.end()
    }

    @Test func `a place that is not known is a failure that says so`() throws {
        folder.write(
            "etc/sources.d/sun@XXXX.source",
            "[Source]\nKind=json\nURL=computed:sun/%{latitude},%{longitude}\n[Record]\nKey=key\n")
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: { try fixture.runtime(of: "sun@XXXX")?["failure"] != nil })
        let message = try fixture.runtime(of: "sun@XXXX")?["failure"]?["message"]?.string
        #expect(message == "\"XXXX\" is neither a position such as 43.65,-70.31 nor a known station")
        fixture.end()
    }
}
