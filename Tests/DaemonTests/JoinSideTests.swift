import Records
import Testing
import Varlink

/// A join goes on with the last records of a side that is not current, and says so.
@Suite(.serialized) struct JoinSideTests {
    private let folder = Folder()

    /// A daemon with two tables and their join, all of them fresh.
    private func fixture() throws -> LiveDaemon {
        for name in ["left", "right"] {
            folder.write(
                "etc/sources.d/\(name).source",
                "[Source]\nKind=table\nPath=\(folder.path)/\(name).csv\n[Record]\nKey=id\n")
            folder.write("\(name).csv", "id,\(name)\n1,x\n")
        }
        folder.write(
            "etc/sources.d/both.source",
            "[Source]\nKind=join\n[Join]\nLeft=left\nRight=right\nOn=id\n[Record]\nKey=id\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "both", is: "fresh")
        return fixture
    }

    @Test func `a join is not current while one of its sides fails`() throws {
        let fixture = try fixture()
        folder.write("left.csv", "")
        try fixture.turn(until: "both", is: "stale")
        let runtime = try fixture.runtime(of: "both")
        #expect(runtime?["standing"] == "stale" && runtime?["records"] == 1)
        #expect(runtime?["notes"] == ["left is not current: the join has its last records"])
        folder.write("left.csv", "id,left\n1,y\n")
        try fixture.turn(until: "both", is: "fresh")
        #expect(try fixture.runtime(of: "both")?["notes"] == nil)
    }

    @Test func `a join is not current while one of its sides is paused`() throws {
        let fixture = try fixture()
        folder.remove("etc/sources.d/right.source")
        _ = try fixture.call("Reload")
        try fixture.turn(until: "both", is: "stale")
        let notes = try fixture.runtime(of: "both")?["notes"]
        #expect(notes == ["right is not current: the join has its last records"])
    }
}
