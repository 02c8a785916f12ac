import Records
import Testing

/// The number of records that GetStatus states, which is kept as sources change and not counted anew.
@Suite(.serialized) struct RecordCountTests {
    private let folder = Folder()

    private func count(in daemon: LiveDaemon) -> Int? { try? daemon.call("GetStatus")["records"]?.int }

    private func write(_ name: String, rows: Range<Int>) {
        folder.replace("\(name).csv", "id,name\n" + rows.map { "\($0),row\n" }.joined())
    }

    @Test func `records are counted through changes, pauses, restarts and removals`() throws {
        for (name, rows) in [("few", 0..<2), ("many", 0..<7)] {
            Fleet.define(name, in: folder)
            write(name, rows: rows)
        }
        let first = try LiveDaemon(folder)
        try first.turn(until: { count(in: first) == 9 })
        write("many", rows: 3..<8)
        try first.turn(until: { count(in: first) == 7 })
        folder.remove("etc/sources.d/few.source")
        try first.turn(until: "few", is: "paused")
        #expect(count(in: first) == 7)
        first.end()

        let second = try LiveDaemon(folder)
        #expect(count(in: second) == 7)
        _ = try second.call("RemoveSource", ["name": "few"])
        #expect(count(in: second) == 5)
        Fleet.define("few", in: folder)
        try second.turn(until: { count(in: second) == 7 })
        second.end()
    }

    @Test func `mirrored records are counted, also after their connection is removed`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf(on: folder)
        try leaf.turn(until: { count(in: leaf) == 4 })
        fleet.hubFolder.replace("rows.csv", "id,name\n1,uno\n")
        try leaf.turn(until: { count(in: leaf) == 3 })
        folder.remove("etc/sources.d/hub.source")
        try leaf.turn(until: "rows", is: "paused")
        #expect(count(in: leaf) == 3)
        leaf.end()
    }
}
