import Daemon
import Records
import Testing

@Suite(.serialized) struct DriftTests {
    private let folder = Folder()

    private func start(_ first: String) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\nNumber=count\n"
        )
        folder.write("rows.csv", first)
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        return fixture
    }

    private func drift(_ fixture: LiveDaemon) -> [String] {
        let runtime = (try? fixture.runtime(of: "rows")) ?? nil
        return (runtime?["drift"]?.array ?? []).compactMap(\.string)
    }

    @Test func `a member that is new, missing or of another type is listed`() throws {
        let fixture = try start("id,name,count\n1,one,5\n2,two,6\n")
        #expect(drift(fixture) == [])
        folder.replace("rows.csv", "id,count,colour\n1,5,red\n2,6,blue\n")
        try fixture.turn(until: { drift(fixture) == ["colour is new", "name is gone"] })
        fixture.end()
    }

    @Test func `drift is listed for ten more documents, also after a restart`() throws {
        let first = try start("id,name\n1,one\n")
        folder.replace("rows.csv", "id,title\n1,one\n")
        try first.turn(until: { drift(first).count == 2 })
        first.end()
        let second = try LiveDaemon(folder)
        try second.turn(until: { drift(second).count == 2 })
        for number in 2...12 {
            folder.replace("rows.csv", "id,title\n1,\(number)\n")
            try second.turn(until: { (folder.read("state/rows.json") ?? "").contains("\"\(number)\"") })
        }
        try second.turn(until: { drift(second) == [] })
        second.end()
    }

    @Test func `drift ends with the first document that is again like those before it`() throws {
        let fixture = try start("id,name,count\n1,one,5\n")
        folder.replace("rows.csv", "id,count,colour\n1,x,red\n")
        try fixture.turn(until: { drift(fixture).count == 3 })
        #expect(drift(fixture) == ["colour is new", "count is gone", "name is gone"])
        folder.replace("rows.csv", "id,name,count\n1,one,6\n")
        try fixture.turn(until: { drift(fixture) == [] })
        fixture.end()
    }

    @Test func `a member that comes and goes is listed once only`() throws {
        let fixture = try start("id,name\n1,one\n")
        for number in 1...3 {
            folder.replace("rows.csv", "id,name,note\n1,\(number),x\n")
            try fixture.turn(until: { (folder.read("state/rows.json") ?? "").contains("\"\(number)\"") })
            try fixture.turn(until: { drift(fixture) == (number == 1 ? ["note is new"] : []) })
            folder.replace("rows.csv", "id,name\n1,without \(number)\n")
            try fixture.turn(until: {
                (folder.read("state/rows.json") ?? "").contains("\"without \(number)\"")
            })
            try fixture.turn(until: { drift(fixture) == [] })
        }
        fixture.end()
    }

    @Test func `with other settings, no comparison is stated until a document is read`() throws {
        func define(_ settings: String) {
            folder.replace(
                "etc/sources.d/rows.source",
                "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\nCache=no\n[Table]\nDelimiter=,\n"
                    + "[Record]\nKey=id\n\(settings)")
        }
        define("")
        folder.write("rows.csv", "id,name,count\n1,one,5\n")
        let first = try LiveDaemon(folder)
        try first.turn(until: "rows", is: "fresh")
        #expect(try first.runtime(of: "rows")?["comparison"]?["documents"] == 1)
        first.end()

        folder.remove("rows.csv")
        define("Number=count\n")
        let second = try LiveDaemon(folder)
        try second.turn(until: { try second.runtime(of: "rows")?["failure"] != nil })
        #expect(try second.runtime(of: "rows")?["comparison"] == nil)
        second.end()
    }
}
