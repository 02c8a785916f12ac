import Glibc
import Records
import Testing
import Varlink

/// Definitions that cannot be used, as clients see them.
@Suite(.serialized) struct SkippedDefinitionTests {
    private let folder = Folder()
    private let file = "etc/sources.d/rows.source"

    private var right: String {
        "[Source]\nKind=table\nTags=own\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
    }

    private var wrong: String { right.replacing("[Table]", with: "Refresh=soon\n[Table]") }

    private func begin(_ definition: String) throws -> LiveDaemon {
        folder.write(file, definition)
        folder.write("rows.csv", "id,name\n1,one\n")
        return try LiveDaemon(folder)
    }

    private func list(_ fixture: LiveDaemon, _ selector: JSON = [:]) throws -> [JSON] {
        try fixture.call("ListSources", ["selector": selector])["sources"]?.array ?? []
    }

    private func failure(_ fixture: LiveDaemon, of source: String = "rows") throws -> String? {
        let failure = try fixture.runtime(of: source)?["failure"]
        return failure?["reason"] == "configuration" ? failure?["message"]?.string : nil
    }

    @Test func `a definition with an error is a source without data, with file, line and reason`() throws {
        let fixture = try begin(wrong)
        defer { fixture.end() }
        let source = try #require(try list(fixture).first)
        #expect(source["context"] == ["name": "rows", "kind": "table", "tags": ["own"]])
        #expect(source["runtime"]?["health"] == "empty")
        #expect(source["runtime"]?["standing"] == "failing")
        let reason = "Refresh=soon is not a time span such as 5min or 1d"
        #expect(try failure(fixture) == "\(folder.path)/\(file):5: \(reason)")
        let since = source["runtime"]?["failure"]?["realtimeUSec"]
        folder.replace("rows.csv", "id,name\n1,two\n")
        _ = try fixture.call("Reload")
        #expect(try fixture.runtime(of: "rows")?["failure"]?["realtimeUSec"] == since)
        #expect(try fixture.call("GetStatus")["sources"] == 1)
        let line = "1 source, 1 failing (rows: configuration), 1 without data, 0 subscribers"
        #expect(fixture.status == line)
    }

    @Test func `it is selected by its kind and tags, or by any if its file cannot be read`() throws {
        let fixture = try begin(wrong)
        defer { fixture.end() }
        folder.write("etc/sources.d/torn.source", "Kind=alerts\n")
        _ = try fixture.call("Reload")
        func names(_ selector: JSON) throws -> [String?] {
            try list(fixture, selector).map { $0["context"]?["name"]?.string }
        }
        #expect(try names(["kinds": ["table"]]) == ["rows", "torn"])
        #expect(try names(["kinds": ["alerts"]]) == ["torn"])
        #expect(try names(["tags": ["own"]]) == ["rows", "torn"])
        #expect(try names(["tags": ["other"]]) == ["torn"])
        #expect(try names(["sources": ["r*"]]) == ["rows"])
    }

    @Test func `subscribers are told when it is skipped, corrected, and removed`() throws {
        let fixture = try begin(wrong)
        defer { fixture.end() }
        let heard = try fixture.subscribe(["selector": ["sources": ["rows"]]])
        try fixture.turn(until: { heard.has("ready") })
        func states() -> [String] {
            heard.events.filter { $0["event"] == "source" }.map { event in
                let reason = event["runtime"]?["failure"]?["reason"]?.string
                return (event["runtime"]?["health"]?.string ?? "gone") + (reason.map { " \($0)" } ?? "")
            }
        }
        folder.replace(file, right)
        try fixture.turn(until: "rows", is: "fresh")
        #expect(states().suffix(2) == ["empty", "fresh"])
        folder.replace(file, wrong)
        try fixture.turn(until: { states().last == "fresh configuration" })
        #expect(try failure(fixture)?.contains("Refresh=soon") == true)
        folder.replace(file, right)
        try fixture.turn(until: { states().last == "fresh" })
        #expect(try failure(fixture) == nil)
        folder.write("etc/sources.d/other.source", "x")
        let others = try fixture.subscribe(["selector": ["sources": ["other"]]])
        try fixture.turn(until: { (try? list(fixture).count) == 2 })
        folder.remove("etc/sources.d/other.source")
        try fixture.turn(until: {
            others.events.last?["event"] == "source" && (try? list(fixture).count) == 1
        })
        #expect(others.events.last?["runtime"] == nil)
        #expect(others.events.count { $0["event"] == "source" && $0["runtime"] == nil } == 1)
    }

    @Test func `it is described, skipped by a refresh, and removed by who may remove its file`() throws {
        let fixture = try begin(wrong)
        defer { fixture.end() }
        let described = try fixture.call("DescribeSource", ["name": "rows"])
        #expect(described["source"]?["runtime"]?["failure"]?["reason"] == "configuration")
        #expect(described["phases"] == [])
        let refreshed = try fixture.call("Refresh", ["selector": ["sources": ["rows"]], "wait": true])
        #expect(refreshed["started"] == [] && refreshed["skipped"] == ["rows"])
        let refusal = fixture.refusal(of: "RemoveSource", ["name": "rows"])
        #expect(refusal?.parameters["message"]?.string?.hasSuffix("almanac disable rows first") == true)

        folder.write("state/private/sources.d/added.source", "[Source]\nKind=none\n")
        try fixture.turn(until: { (try? list(fixture).count) == 2 })
        let heard = try fixture.subscribe(["snapshot": false])
        try fixture.turn(until: { heard.has("ready") })
        let count = heard.events.count
        _ = try fixture.call("RemoveSource", ["name": "added"])
        #expect(try list(fixture).count == 1)
        #expect(folder.read("state/private/sources.d/added.source") == nil)
        try fixture.turn(until: { heard.events.count > count })
        #expect(heard.events.dropFirst(count).map { $0["source"] } == ["added"])
    }

    @Test func `each active instance of a template with an error is one, the template is none`() throws {
        folder.write("lib/sources.d/metar@.source", "[Source]\nKind=metar\nURL=ftp://x.example/%i\n")
        for name in ["KPWM", "KBOS"] {
            folder.link(
                "etc/sources.d/metar@\(name).source", to: folder.path + "/lib/sources.d/metar@.source")
        }
        let fixture = try LiveDaemon(folder)
        defer { fixture.end() }
        #expect(
            try list(fixture).map { $0["context"] } == [
                ["name": "metar@KBOS", "kind": "metar"], ["name": "metar@KPWM", "kind": "metar"],
            ])
        let place = folder.path + "/lib/sources.d/metar@.source:3"
        #expect(try failure(fixture, of: "metar@KPWM")?.hasPrefix(place) == true)
    }

    @Test func `the data of a source whose definition has an error are kept for as long as it has`() throws {
        let first = try begin(right)
        try first.turn(until: "rows", is: "fresh")
        first.end()
        folder.write(file, wrong)
        folder.wall = folder.wall + .seconds(30 * 86_400)
        let second = try LiveDaemon(folder)
        defer { second.end() }
        _ = try second.call("Reload")
        #expect(try second.call("GetSnapshot")["records"]?.array?.count == 1)
        #expect(try second.runtime(of: "rows")?["records"] == 1)
        #expect(try second.runtime(of: "rows")?["health"] == "failing")
        #expect(try second.runtime(of: "rows")?["standing"] == "failing")
        #expect(try failure(second)?.contains("Refresh=soon") == true)
    }

    @Test func `a file whose name is no source is a failure of the daemon, until it is removed`() throws {
        let fixture = try begin(right)
        defer { fixture.end() }
        #expect(try fixture.call("GetStatus")["failures"] == nil)
        folder.write("etc/sources.d/No Name.source", right)
        _ = try fixture.call("Reload")
        let failures = try fixture.call("GetStatus")["failures"]?.array
        let text = "/etc/sources.d/No Name.source: \"No Name\" is not a name of a source"
        #expect(
            failures?.map { $0["message"] } == [.string("a definition was skipped: \(folder.path)\(text)")])
        folder.remove("etc/sources.d/No Name.source")
        _ = try fixture.call("Reload")
        #expect(try fixture.call("GetStatus")["failures"] == nil)
    }
}
