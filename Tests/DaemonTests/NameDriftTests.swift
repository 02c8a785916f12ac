import Glibc
import Reactive
import Records
import Systemd
import TestDocuments
import Testing

/// The names of a provider that are new, have vanished or were renamed, and what becomes of the data.
@Suite(.serialized) struct NameDriftTests {
    /// The texts of the reports in the events that a subscriber received.
    private func texts(_ heard: Heard) -> [String] {
        heard.events.compactMap { $0["data"]?["raw"]?.string ?? $0["patch"]?["raw"]?.string }
    }

    @Test func `a provider that renames members and moves costs no change, and says so`() throws {
        let station = try DriftStation()
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
        station.replies[DriftStation.old] = WebServer.Reply(status: "410 Gone")
        station.replies[DriftStation.new] = WebServer.Reply(body: provider.document(44))
        let gone = try station.refresh()
        let message = gone["failure"]?["message"]?.string ?? ""
        #expect(message.contains("the address was \(station.server.url(DriftStation.old)); before, \(seen)"))
        #expect(gone["records"] == 3)
        #expect(gone["nextUSec"] == nil)
        #expect(try station.daemon.call("GetSnapshot")["records"]?.array?.count == 3)

        // A new definition, as an upgrade brings it, heals with one request.
        let asked = station.server.questions.count
        station.folder.replace(
            "etc/sources.d/metars.source", DriftStation.definition(station.server.url(DriftStation.new)))
        try station.daemon.turn(until: "metars", is: "fresh")
        #expect(station.server.questions.dropFirst(asked).map(\.target) == [DriftStation.new])
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
        let station = try DriftStation()
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

        station.replies[DriftStation.new] = WebServer.Reply(
            body: station.provider.document(22, adding: ["another"]))
        station.folder.replace(
            "etc/sources.d/metars.source", DriftStation.definition(station.server.url(DriftStation.new)))
        try station.daemon.turn(until: { station.server.questions.last?.target == DriftStation.new })
        try station.daemon.turn(until: "metars", is: "fresh")
        #expect(try station.drift() == [])
        station.daemon.end()
    }

    @Test func `a copy of a document, an empty one and one that is cut are no further documents`() throws {
        let station = try DriftStation()
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
        let station = try DriftStation("Known=\"a note\" other\n")
        try station.deliver(hours: 0..<20)
        try station.deliver(station.provider.document(20, adding: ["a note", "other", "third"]))
        #expect(try station.drift().count == 1)
        #expect(try station.drift().first?.hasPrefix("third is new since ") == true)
        station.folder.replace(
            "etc/sources.d/metars.source",
            DriftStation.definition(station.server.url(DriftStation.old), "Known=\"a note\" other third\n"))
        try station.daemon.turn(until: { try station.drift() == [] })
        #expect(try station.runtime()["names"] == nil)
        station.daemon.end()
    }

    @Test func `documents with more names than are compared have an unknown drift, not none`() throws {
        let station = try DriftStation()
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
                let station = try DriftStation()
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
