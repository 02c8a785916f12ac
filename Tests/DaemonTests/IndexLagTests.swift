import Daemon
import FaultyDisk
import Records
import Systemd
import Testing
import Varlink

/// Searches before the indexes have all records.
@Suite struct IndexLagTests {
    private static let near: JSON = ["latitude": 51.3, "longitude": 1.1]

    private let folder = Folder()

    private func daemon() throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/schools.source",
            """
            [Source]
            Kind=table
            Path=\(folder.path)/schools.csv
            [Table]
            Delimiter=,
            [Record]
            Key=id
            Title=name
            Location=lat lon
            """)
        write("Kent School")
        let daemon = try LiveDaemon(folder)
        try daemon.turn(until: { try daemon.call("GetSnapshot")["records"]?.array?.count == 1 })
        return daemon
    }

    private func write(_ names: String...) {
        let rows = names.enumerated().map { "S\($0.offset),\($0.element),51.28,1.08\n" }
        folder.replace("schools.csv", "id,name,lat,lon\n" + rows.joined())
    }

    private var database: String { folder.path + "/state/private/almanac.db" }

    /// Lets each step of indexing fail.
    private func breakIndexing() throws {
        try Tampering.run(
            "CREATE TRIGGER broken BEFORE UPDATE ON progress BEGIN SELECT RAISE(ABORT, 'broken'); END",
            on: database)
    }

    /// Returns the keys that a call finds, and whether these may not be all.
    private func found(
        _ method: String, _ parameters: JSON, by daemon: LiveDaemon
    ) throws -> (Set<String>, Bool) {
        let answer = try daemon.call(method, parameters)
        let records =
            answer["records"]?.array ?? answer["neighbors"]?.array?.compactMap { $0["record"] } ?? []
        return (Set(records.compactMap { $0["key"]?.string }), answer["partial"] == true)
    }

    @Test func `a search finds what was committed just before`() throws {
        let daemon = try daemon()
        let heard = try daemon.subscribe(["snapshot": false])
        for (number, name) in ["Dover", "Deal", "Hythe"].enumerated() {
            write("Kent School", name)
            let event = number == 0 ? "added S1" : "changed S1"
            try daemon.turn(until: { heard.records.count { $0 == event } == max(number, 1) })
            #expect(try found("Search", ["text": .string(name)], by: daemon) == (["S1"], false))
        }
        #expect(try found("Nearby", Self.near, by: daemon) == (["S0", "S1"], false))
        let suggested = try daemon.call("Suggest", ["prefix": "hyth"])
        #expect(suggested["suggestions"]?.array?.count == 1 && suggested["partial"] == nil)
        daemon.end()
    }

    @Test func `a search says that the indexes lack records, or fails if it accepts no part`() throws {
        let daemon = try daemon()
        #expect(try found("Search", ["text": "kent"], by: daemon) == (["S0"], false))
        try breakIndexing()
        write("Kent School", "Dover")
        try daemon.turn(until: { try daemon.call("GetSnapshot")["records"]?.array?.count == 2 })
        #expect(try found("Search", ["text": "kent"], by: daemon) == (["S0"], true))
        #expect(try found("Nearby", Self.near, by: daemon) == (["S0"], true))
        #expect(try daemon.call("Suggest", ["prefix": "dover"])["partial"] == true)
        let whole: [(String, JSON)] = [
            ("Search", ["text": "kent", "whole": true]),
            ("Nearby", ["latitude": 51.3, "longitude": 1.1, "whole": true]),
        ]
        for (method, parameters) in whole {
            #expect(daemon.refusal(of: method, parameters)?.name == "io.almanac.IndexIncomplete")
        }

        try Tampering.run("DROP TRIGGER broken", on: database)
        for (method, parameters) in whole {
            let all: Set = method == "Search" ? ["S0"] : ["S0", "S1"]
            #expect(try found(method, parameters, by: daemon) == (all, false))
        }
        daemon.end()
    }

    @Test func `a list in pages says once that it is partial`() throws {
        let daemon = try daemon()
        let rows = (0..<900).map { "S\($0),Kent \(String(repeating: "long ", count: 120)),51,1\n" }
        folder.replace("schools.csv", "id,name,lat,lon\n" + rows.joined())
        try daemon.turn(until: { try found("Search", ["text": "kent"], by: daemon).0.count == 20 })
        try breakIndexing()
        folder.replace("schools.csv", "id,name,lat,lon\n" + rows.joined() + "X,New,51,1\n")
        try daemon.turn(until: {
            try daemon.call("GetSnapshot", ["selector": ["keys": ["X"]]])["records"]?.array?.count == 1
        })
        let replies = Replies(daemon, "Search", ["text": "kent", "limit": 900], more: true)
        try daemon.turn(until: { replies.isOver })
        let first = try #require(replies.all.first)
        #expect(replies.all.count > 1 && first["partial"] == true)
        #expect(replies.all.dropFirst().allSatisfy { $0["partial"] == nil })
        daemon.end()
    }
}
