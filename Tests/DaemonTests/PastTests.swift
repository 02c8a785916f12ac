import Reactive
import Records
import Testing
import Varlink

/// GetSnapshot with atUSec: the records as they were at a moment.
@Suite(.serialized) struct PastTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// Starts a daemon that has a table since a while: row 1 since 10 s before, row 2 changed and row 3 was
    /// removed 5 s before.
    private func start() throws -> (daemon: LiveDaemon, moments: [UTC]) {
        Fleet.define("rows", in: folder)
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n3,three\n")
        let daemon = try LiveDaemon(folder, clock: clock)
        try daemon.turn(until: { try names(in: daemon) == ["one", "two", "three"] })
        var moments = [folder.wall]
        clock.advance(by: .seconds(3600))
        folder.replace("rows.csv", "id,name\n1,one\n2,zwei\n")
        try daemon.turn(until: { try names(in: daemon) == ["one", "zwei"] })
        moments.append(folder.wall)
        return (daemon, moments)
    }

    private func ask(
        _ daemon: LiveDaemon, at moment: UTC?, _ selector: JSON = ["sources": ["rows"]], limit: Int = 100,
        next: JSON? = nil
    ) throws -> JSON {
        try daemon.call(
            "GetSnapshot",
            .members([
                "selector": selector, "limit": .int(limit), "next": next,
                "atUSec": moment.map { .int($0.microseconds) },
            ]))
    }

    private func names(in daemon: LiveDaemon, at moment: UTC? = nil) throws -> [String] {
        try ask(daemon, at: moment).names
    }

    @Test func `a snapshot of a past moment has the records of then`() throws {
        let (daemon, moments) = try start()
        #expect(try names(in: daemon, at: moments[0]) == ["one", "two", "three"])
        #expect(try names(in: daemon, at: moments[1]) == ["one", "zwei"])
        #expect(try names(in: daemon) == ["one", "zwei"])
        let reply = try ask(daemon, at: moments[0])
        #expect(reply["atUSec"]?.int.map(Int64.init) == moments[0].microseconds)
        #expect(reply["unknown"] == nil)
        #expect(try ask(daemon, at: nil)["atUSec"] == nil)
        daemon.end()
    }

    @Test func `pages of a past moment have each record once`() throws {
        let (daemon, moments) = try start()
        var (found, next): ([String], JSON?) = ([], nil)
        for _ in 0..<9 {
            let page = try ask(daemon, at: moments[0], limit: 1, next: next)
            found += page.names
            next = page["next"]
            if next == nil { break }
        }
        #expect(found == ["one", "two", "three"])
        #expect(next == nil)
        daemon.end()
    }

    @Test func `conditions and keys select among the past records`() throws {
        let (daemon, moments) = try start()
        let two: JSON = ["sources": ["rows"], "where": ["name = two"]]
        #expect(try ask(daemon, at: moments[0], two).names == ["two"])
        #expect(try ask(daemon, at: moments[1], two).names == [])
        #expect(try ask(daemon, at: moments[0], ["sources": ["rows"], "keys": ["3"]]).names == ["three"])
        let missing = try ask(daemon, at: moments[1], ["sources": ["rows"], "keys": ["3"]])
        #expect(missing.names == [] && missing["unknown"] == nil)
        daemon.end()
    }

    @Test func `a moment before the log or before the source is unknown, not empty`() throws {
        let (daemon, moments) = try start()
        let before = try ask(daemon, at: moments[0] - .seconds(7200))
        #expect(before.names == [])
        #expect(before["unknown"]?.array?.first?["reason"] == "log")
        let from = try #require(before["unknown"]?.array?.first?["fromUSec"]?.int)
        #expect(Int64(from) <= moments[0].microseconds)

        clock.advance(by: .seconds(60))
        Fleet.define("late", in: folder)
        folder.replace("late.csv", "id,name\n1,late\n")
        try daemon.turn(until: { try ask(daemon, at: nil, ["sources": ["late"]]).names == ["late"] })
        for selector: JSON in [["sources": ["late"]], ["sources": ["late"], "keys": ["1"]]] {
            let reply = try ask(daemon, at: moments[1], selector)
            #expect(reply.names == [])
            #expect(reply["unknown"]?.array?.map { $0["reason"] } == ["source"])
        }
        let both = try ask(daemon, at: moments[1], ["sources": ["late", "rows"]])
        #expect(both.names == ["one", "zwei"] && both["unknown"]?.array?.count == 1)
        daemon.end()
    }

    @Test func `a moment in the future is refused`() throws {
        let (daemon, _) = try start()
        #expect(throws: VarlinkError.self) { try ask(daemon, at: folder.wall + .seconds(60)) }
        daemon.end()
    }

    @Test func `what another almanac delivers is known only while it has not changed since`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf(on: folder)
        try leaf.turn(until: { try ask(leaf, at: nil).names.count == 2 })
        let then = folder.wall
        let whole = try ask(leaf, at: then)
        #expect(whole.names == [] && whole["unknown"]?.array?.first?["reason"] == "mirrored")
        let one: JSON = ["sources": ["rows"], "keys": ["1"]]
        #expect(try ask(leaf, at: then, one).names.count == 1)
        leaf.end()
    }
}

extension JSON {
    fileprivate var names: [String] {
        (self["records"]?.array ?? []).compactMap { $0["data"]?["name"]?.string }
    }
}
