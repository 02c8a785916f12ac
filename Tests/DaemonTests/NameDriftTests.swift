import Glibc
import Reactive
import Records
import Systemd
import TestDocuments
import Testing

/// The names of a provider that are new, have vanished or were renamed, and what becomes of the data.
@Suite(.serialized) struct NameDriftTests {
    private static let old = "/cgi-bin/data/metar.php"
    private static let new = "/api/data/metar"

    /// Returns the definition of the source at an address.
    private static func definition(_ url: String, _ settings: String = "") -> String {
        "[Source]\nKind=metar\nURL=\(url)\nRefresh=1h\nAllowHTTP=yes\nAllowPrivate=yes\n" + settings
    }

    /// Three recorded reports of aviationweather.gov, made anew each hour, with members renamed by the test:
    /// no answer with its former names was recorded, so that the names "before" are invented.
    private struct Provider {
        let reports: [JSON]

        init() throws {
            let bytes = try CorpusFile.bytes("../../WeatherTests/Corpus/weather-awc-metar.json")
            reports = try JSON(parsing: bytes).array ?? []
        }

        /// Returns the text of a report in an hour.
        func raw(_ report: JSON, _ hour: Int) -> String {
            let time = UTC(seconds: Int64(report["obsTime"]?.int ?? 0) + Int64(hour) * 3600)
            let digits = time.description.filter(\.isNumber)
            let clock = "\(digits.dropFirst(6).prefix(6))Z"
            let words = (report["rawOb"]?.string ?? "").split(separator: " ").map(String.init)
            return words.map { $0.utf8.count == 7 && $0.hasSuffix("Z") ? clock : $0 }.joined(separator: " ")
        }

        /// Returns the answer of an hour, with members of other names.
        func document(
            _ hour: Int, renaming names: [String: String] = [:], adding more: [String] = []
        ) -> String {
            let objects = reports.map { report in
                let members = (report.object ?? []).map { member in
                    let name = names[member.name] ?? member.name
                    switch member.name {
                    case "rawOb": return JSON.Member(name, .string(raw(report, hour)))
                    case "obsTime":
                        return JSON.Member(name, .int((member.value.int ?? 0) + hour * 3600))
                    default: return JSON.Member(name, member.value)
                    }
                }
                return JSON.object(members + more.map { JSON.Member($0, .string("x")) })
            }
            return String(decoding: JSON.array(objects).bytes, as: UTF8.self)
        }
    }

    /// A daemon with a source, and its server.
    private final class Station {
        let folder: Folder
        let loop: EventLoop
        let server: WebServer
        let provider: Provider
        private let clock = ManualScheduler()
        private(set) var daemon: LiveDaemon
        /// The answers by path; any other path is unknown.
        var replies: [String: WebServer.Reply] = [:]

        init(_ settings: String = "") throws {
            provider = try Provider()
            folder = Folder()
            folder.wall = try NotSo.unless(UTC(iso8601: "2026-07-21T02:05:00Z"))
            loop = try EventLoop()
            server = try WebServer(on: loop)
            let url = server.url(NameDriftTests.old)
            folder.write("etc/sources.d/metars.source", NameDriftTests.definition(url, settings))
            daemon = try LiveDaemon(folder, on: loop, clock: clock)
            server.answer = { [unowned self] in
                replies[$0.target] ?? WebServer.Reply(status: "404 Not Found")
            }
        }

        /// Delivers a document at the old address.
        @discardableResult
        func deliver(_ text: String) throws -> JSON {
            replies[NameDriftTests.old] = WebServer.Reply(body: text)
            return try refresh()
        }

        /// Delivers the answers of hours, whose members have other names.
        func deliver(hours: Range<Int>, renaming names: [String: String] = [:]) throws {
            for hour in hours { try deliver(provider.document(hour, renaming: names)) }
        }

        func refresh() throws -> JSON {
            // An hour in which no attempt is due by itself.
            clock.advance(by: .seconds(600))
            folder.clockError += .seconds(3000)
            _ = try daemon.call("Refresh", ["selector": ["sources": ["metars"]], "wait": true])
            return try runtime()
        }

        func runtime() throws -> JSON { try daemon.runtime(of: "metars") ?? .null }

        func drift() throws -> [String] {
            try runtime()["drift"]?.array?.compactMap(\.string) ?? []
        }

        func restart() throws {
            daemon.end()
            daemon = try LiveDaemon(folder, on: loop, clock: clock)
        }
    }

    /// The texts of the reports in the events that a subscriber received.
    private func texts(_ heard: Heard) -> [String] {
        heard.events.compactMap { $0["data"]?["raw"]?.string ?? $0["patch"]?["raw"]?.string }
    }

    @Test func `a provider that renames members and moves costs no change, and says so`() throws {
        let station = try Station()
        let provider = station.provider
        let before = ["obsTime": "observation_time"]
        try station.deliver(hours: 0..<1, renaming: before)
        let heard = try station.daemon.subscribe(["snapshot": false])
        try station.daemon.turn(until: { heard.has("ready") })
        try station.deliver(hours: 1..<40, renaming: before)
        #expect(try station.drift() == [])

        // A member that almanac can do without has another name: this is seen, and nothing else changes.
        try station.deliver(hours: 40..<42)
        #expect(try station.drift() == [])
        try station.deliver(hours: 42..<43)
        let seen =
            "observation_time has vanished since 2026-07-22 while obsTime is new, perhaps instead: "
            + "120 records of 40 documents had it"
        #expect(try station.drift() == [seen])
        let change = try station.runtime()["names"]?.array?.first
        #expect(change?["name"] == "observation_time")
        #expect(change?["change"] == "vanished")
        #expect(change?["instead"] == "obsTime")
        #expect(change?["documents"] == 40)
        #expect(change?["records"] == 120)

        // The reports themselves have another name: the document cannot be read, and the last data stay.
        let failed = try station.deliver(provider.document(43, renaming: ["rawOb": "raw_observation"]))
        #expect(failed["health"] == "failing")
        #expect(failed["records"] == 3)
        #expect(
            failed["failure"]?["message"]?.string?.contains(
                "it lacks rawOb and has raw_observation, unlike the 43 documents before") == true)

        // The old address is gone for good.
        station.replies[Self.old] = WebServer.Reply(status: "410 Gone")
        station.replies[Self.new] = WebServer.Reply(body: provider.document(44))
        let gone = try station.refresh()
        let message = gone["failure"]?["message"]?.string ?? ""
        #expect(message.contains("the address was \(station.server.url(Self.old)); before, \(seen)"))
        #expect(gone["records"] == 3)
        #expect(gone["nextUSec"] == nil)
        #expect(try station.daemon.call("GetSnapshot")["records"]?.array?.count == 3)

        // A new definition, as an upgrade brings it, heals with one request.
        let asked = station.server.questions.count
        station.folder.replace(
            "etc/sources.d/metars.source", Self.definition(station.server.url(Self.new)))
        try station.daemon.turn(until: "metars", is: "fresh")
        #expect(station.server.questions.dropFirst(asked).map(\.target) == [Self.new])
        #expect(try station.drift() == [])

        // Each report that was readable is one change, and nothing else is.
        let hours = Array(1..<43) + [44]
        let expected = hours.flatMap { hour in provider.reports.map { provider.raw($0, hour) } }
        try station.daemon.turn(until: { texts(heard).count >= expected.count })
        #expect(texts(heard).sorted() == expected.sorted())
        #expect(heard.records.count == expected.count)
        #expect(heard.records.allSatisfy { $0.hasPrefix("changed ") })
        station.daemon.end()
    }

    @Test func `a restart keeps what is known, and another address begins anew`() throws {
        let station = try Station()
        try station.deliver(hours: 0..<20)
        try station.restart()
        try station.deliver(hours: 20..<21, renaming: ["qcField": "qualityControl"])
        try station.restart()
        try station.deliver(hours: 21..<22, renaming: ["qcField": "qualityControl"])
        // Twenty documents of three records are too few for a name to vanish.
        #expect(
            try station.drift()
                == ["qualityControl is new since 2026-07-21: 6 records of 2 documents"])
        try station.restart()
        #expect(try station.drift().count == 1)

        station.replies[Self.new] = WebServer.Reply(
            body: station.provider.document(22, adding: ["another"]))
        station.folder.replace(
            "etc/sources.d/metars.source", Self.definition(station.server.url(Self.new)))
        try station.daemon.turn(until: { station.server.questions.last?.target == Self.new })
        try station.daemon.turn(until: "metars", is: "fresh")
        #expect(try station.drift() == [])
        station.daemon.end()
    }

    @Test func `a copy of a document, an empty one and one that is cut are no further documents`() throws {
        let station = try Station()
        try station.deliver(hours: 0..<20)
        for _ in 0..<5 { try station.deliver(station.provider.document(19)) }
        #expect(try station.deliver("[]")["failure"] == nil)
        let cut = station.provider.document(20, adding: ["note"])
        #expect(try station.deliver(String(cut.prefix(cut.utf8.count - 40)))["failure"] != nil)
        #expect(try station.drift() == [])
        try station.deliver(station.provider.document(20, adding: ["note"]))
        #expect(try station.drift() == ["note is new since 2026-07-22: 3 records of 1 document"])
        station.daemon.end()
    }

    @Test func `a definition lists names that are known, also after they were found`() throws {
        let station = try Station("Known=\"a note\" other\n")
        try station.deliver(hours: 0..<20)
        try station.deliver(station.provider.document(20, adding: ["a note", "other", "third"]))
        #expect(try station.drift().count == 1)
        #expect(try station.drift().first?.hasPrefix("third is new since ") == true)
        station.folder.replace(
            "etc/sources.d/metars.source",
            Self.definition(station.server.url(Self.old), "Known=\"a note\" other third\n"))
        try station.daemon.turn(until: { try station.drift() == [] })
        #expect(try station.runtime()["names"] == nil)
        station.daemon.end()
    }

    @Test func `documents with more names than are compared have an unknown drift, not none`() throws {
        let station = try Station()
        try station.deliver(station.provider.document(0, adding: (0..<500).map { "n\($0)" }))
        let unknown =
            "its documents have had more than the 500 names that are compared: "
            + "others may be new or have vanished"
        #expect(try station.drift() == [unknown])
        try station.restart()
        #expect(try station.drift() == [unknown])
        try station.deliver(hours: 1..<2)
        #expect(try station.drift() == [unknown])
        station.daemon.end()
    }

    @Test func `the journal has each name once`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                let station = try Station()
                try station.deliver(hours: 0..<40)
                try station.deliver(hours: 40..<45, renaming: ["qcField": "qualityControl"])
                station.daemon.end()
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        let found = lines.filter { $0.contains("the documents of metars have other names") }
        #expect(found.count == 1)
        #expect(found.first?.contains("qcField has vanished") == true)
        #expect(found.first?.contains("while qualityControl is new, perhaps instead") == true)
    }

    @Test func `members of a table that are known do not drift`() throws {
        let folder = Folder()
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\nKnown=colour\n[Record]\nKey=id\n")
        folder.write("rows.csv", "id,name\n1,one\n")
        let daemon = try LiveDaemon(folder)
        try daemon.turn(until: "rows", is: "fresh")
        folder.replace("rows.csv", "id,name,colour,size\n1,one,red,9\n")
        try daemon.turn(until: { try daemon.runtime(of: "rows")?["drift"] == ["size is new"] })
        daemon.end()
    }
}
