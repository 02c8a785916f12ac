import Daemon
import Records
import Storing
import Testing
import Varlink

@Suite(.serialized) struct JoinTests {
    private let folder = Folder()

    private func defineTable(_ name: String, _ more: String = "") {
        folder.write(
            "etc/sources.d/\(name).source",
            "[Source]\nKind=table\nPath=\(folder.path)/\(name).csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
                + more)
    }

    private func defineJoin(_ join: String = "Left=left\nRight=right\nOn=id\n", _ record: String = "Key=id\n")
    {
        folder.write("etc/sources.d/both.source", "[Source]\nKind=join\n[Join]\n\(join)[Record]\n\(record)")
    }

    /// A daemon with two tables and their join, all of them fresh.
    private func fixture(_ left: String, _ right: String) throws -> LiveDaemon {
        defineTable("left")
        defineTable("right")
        folder.write("left.csv", left)
        folder.write("right.csv", right)
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "both", is: "fresh")
        return fixture
    }

    private func records(_ fixture: LiveDaemon, of source: String = "both") throws -> [String: JSON] {
        let selector: JSON = ["sources": [.string(source)]]
        let page = try fixture.call("GetSnapshot", ["selector": selector, "limit": 1000])
        let pairs = (page["records"]?.array ?? []).compactMap { record in
            record["key"]?.string.map { ($0, record["data"] ?? .null) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Stores a part of a document, as a daemon that is killed before it stores the others.
    private func commitPart(_ record: Record, of source: String) throws {
        let moment = UTC(seconds: 1_800_000_000)
        let store = try Store.open(directory: "\(folder.path)/state/private", at: moment).store
        _ = try store.commit([.put(record, record.hash)], of: source, at: moment, isLast: false)
    }

    private func failure(_ fixture: LiveDaemon) throws -> JSON? {
        try fixture.runtime(of: "both")?["failure"]
    }

    @Test func `DescribeSource gives a join the types of the members of both its sources`() throws {
        defineTable("left", "Time=seen\n")
        defineTable("right", "Number=beds\n")
        defineJoin()
        folder.write("left.csv", "id,seen\n1,2026-11-29T06:00:00Z\n")
        folder.write("right.csv", "id,beds\n1,30\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "both", is: "fresh")
        let schema = try fixture.call("DescribeSource", ["name": "both"])["schema"]
        #expect(schema?["properties"]?["beds"] == ["type": "number"])
        #expect(schema?["properties"]?["seen"]?["format"] == "date-time")
        #expect(schema?["properties"]?["id"] == ["x-observed": ["string"]])
    }

    @Test func `schools and their scores equal a plain join of the same files`() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let shipped = Folder(at: root)
        for name in ["nyc-schools", "nyc-sat", "schools"] {
            let text = shipped.read("etc/demo/sources.d/\(name).source") ?? ""
            let place = text.replacing("@INPUTS@", with: root + "/etc/demo")
            folder.write("etc/sources.d/\(name).source", place)
        }
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "schools", is: "fresh")
        let found = try records(fixture, of: "schools")
        let lines = (shipped.read("Tests/DaemonTests/Corpus/nyc.jsonl") ?? "").split(separator: "\n")
        let expected = try lines.map { try JSON(parsing: Array($0.utf8)) }
        let scored = expected.filter { $0["sat"]?.object != nil }
        #expect(found.count == 88 && scored.count == 88)
        for school in scored {
            let data = found[school["dbn"]?.string ?? ""] ?? .null
            for name in ["school_name", "city", "latitude", "longitude", "sat_school_name"] {
                #expect(data[name] == school[name], "\(school)")
            }
            for member in school["sat"]?.object ?? [] {
                #expect(data[member.name] == member.value, "\(school)")
            }
        }
        let runtime = try fixture.runtime(of: "schools")
        #expect(runtime?["omitted"] == ["suppressed": 3, "without a row": 19])
        #expect(runtime?["rejected"] == 0)
        fixture.end()
    }

    @Test func `a source is joined with itself, with a prefix for the right side's members`() throws {
        defineTable("left")
        folder.write("left.csv", "id,name,parent\n1,house,\n2,ward,1\n3,bed,2\n4,stray,9\n")
        defineJoin("Left=left\nRight=left\nOn=parent=id\nPrefix=parent-\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "both", is: "fresh")
        let found = try records(fixture)
        #expect(found.keys.sorted() == ["2", "3"])
        #expect(found["2"]?["parent-name"] == "house")
        #expect(
            found["3"] == [
                "id": "3", "name": "bed", "parent": "2", "parent-id": "2", "parent-name": "ward",
                "parent-parent": "1",
            ])
        #expect(try fixture.runtime(of: "both")?["omitted"] == ["without a row": 2])
        fixture.end()
    }

    @Test func `a left join keeps rows without a partner, and prefers the left side's members`() throws {
        defineJoin("Left=left\nRight=right\nOn=id\nType=left\n")
        let fixture = try fixture("id,name\n1,one\n2,two\n", "id,name,score\n2,zwei,7\n3,drei,8\n")
        #expect(
            try records(fixture) == [
                "1": ["id": "1", "name": "one"], "2": ["id": "2", "name": "two", "score": "7"],
            ])
        #expect(try fixture.runtime(of: "both")?["omitted"] == nil)
        fixture.end()
    }

    @Test func `a join waits for its inputs and names the missing one`() throws {
        defineJoin()
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: { (try? failure(fixture))??["reason"] == "waiting" })
        #expect(try failure(fixture)?["message"]?.string?.contains("left and right") == true)
        #expect(try fixture.runtime(of: "both")?["health"] == "empty")
        defineTable("left")
        folder.write("left.csv", "id,name\n1,one\n")
        try fixture.turn(until: {
            (try? failure(fixture))??["message"]?.string?.contains("no records of right to join yet") == true
        })
        defineTable("right")
        folder.write("right.csv", "id,score\n1,7\n")
        try fixture.turn(until: "both", is: "fresh")
        #expect(try failure(fixture) == nil)
        #expect(try records(fixture) == ["1": ["id": "1", "name": "one", "score": "7"]])
        fixture.end()
    }

    @Test func `a change of either input is one change of the join`() throws {
        defineJoin()
        let fixture = try fixture("id,name\n1,one\n2,two\n", "id,score\n1,7\n2,8\n")
        let heard = try fixture.subscribe(["selector": ["sources": ["both"]]])
        try fixture.turn(until: { heard.has("ready") })
        #expect(heard.records == ["snapshot 1", "snapshot 2"])
        folder.replace("right.csv", "id,score\n1,9\n2,8\n")
        try fixture.turn(until: { heard.records.count == 3 })
        #expect(heard.events.last?["data"] == ["id": "1", "name": "one", "score": "9"])
        #expect(heard.events.last?["patch"] == ["score": "9"])
        folder.replace("left.csv", "id,name\n1,one\n2,zwei\n")
        try fixture.turn(until: { heard.records.count == 4 })
        #expect(heard.events.last?["data"] == ["id": "2", "name": "zwei", "score": "8"])
        folder.replace("right.csv", "id,score\n2,8\n3,1\n")
        try fixture.turn(until: { heard.records.count == 5 })
        #expect(heard.records.suffix(3) == ["changed 1", "changed 2", "removed 1"])
        fixture.end()
    }

    @Test func `an input that is committed in parts is joined when it is complete`() throws {
        func rows(_ mark: String) -> String {
            "id,mark\n" + (1...2000).map { "\($0),\(mark)\(String(repeating: "-", count: 40))\n" }.joined()
        }
        defineJoin()
        let fixture = try fixture(rows("old"), "id,score\n1,7\n1999,8\n2000,9\n")
        let heard = try fixture.subscribe(["selector": ["sources": ["both"]]])
        try fixture.turn(until: { heard.has("ready") })
        folder.replace("left.csv", rows("new"))
        folder.replace("right.csv", "id,score\n1,17\n1999,18\n2000,19\n")
        try fixture.turn(until: {
            heard.events.filter { $0["data"]?["mark"]?.string?.hasPrefix("new") ?? false }.count >= 3
        })
        let changed = heard.events.filter { $0["event"] == "changed" }
        let byGeneration = Dictionary(grouping: changed) { $0["generation"]?.int ?? 0 }
        for (generation, events) in byGeneration {
            #expect(events.count == 3, "generation \(generation)")
            #expect(Set(events.compactMap { $0["data"]?["mark"]?.string }).count == 1)
        }
        fixture.end()
    }

    @Test func `an input that fails or is removed keeps the last good join`() throws {
        defineJoin()
        let fixture = try fixture("id,name\n1,one\n", "id,score\n1,7\n")
        folder.replace("right.csv", "<html>503</html>")
        try fixture.turn(until: "right", is: "failing")
        #expect(try fixture.runtime(of: "both")?["health"] == "stale")
        folder.remove("etc/sources.d/right.source")
        try fixture.turn(until: "right", is: "paused")
        _ = try fixture.call("RemoveSource", ["name": "right"])
        try fixture.turn(until: { (try? failure(fixture))??["reason"] == "waiting" })
        #expect(try records(fixture).count == 1)
        fixture.end()
    }

    @Test func `changes made while the daemon was down are joined when it starts`() throws {
        defineJoin()
        let first = try fixture("id,name\n1,one\n", "id,score\n1,7\n")
        first.end()
        folder.replace("right.csv", "id,score\n1,9\n")
        let second = try LiveDaemon(folder)
        try second.turn(until: { (try? records(second))?["1"]?["score"] == "9" })
        defineJoin("Left=left\nRight=right\nOn=id\n", "Key=id\nNumber=score\n")
        try second.turn(until: { (try? records(second))?["1"]?["score"] == 9 })
        second.end()
    }

    @Test func `an input of which a crash left only a part is joined when it is complete`() throws {
        defineJoin()
        let first = try fixture("id,name\n1,one\n2,two\n", "id,score\n1,7\n2,8\n")
        first.end()
        try commitPart(Record(key: "1", data: Array(#"{"id":"1","name":"half"}"#.utf8)), of: "left")
        folder.remove("left.csv")
        let second = try LiveDaemon(folder)
        try second.turn(until: "left", is: "failing")
        folder.replace("right.csv", "id,score\n1,7\n2,9\n")
        try second.turn(until: { (try? second.runtime(of: "right"))??["generation"] == 2 })
        #expect(try records(second)["1"]?["name"] == "one")
        folder.write("left.csv", "id,name\n1,uno\n2,due\n")
        try second.turn(until: { (try? records(second))?["2"]?["score"] == "9" })
        #expect(try records(second)["1"]?["name"] == "uno")
        second.end()
    }

    @Test func `an input without the joining field is a failure, and the last good join is kept`()
        throws
    {
        defineJoin("Left=left\nRight=right\nOn=of\n")
        let fixture = try fixture("id,of\n1,a\n", "id,of\nx,a\n")
        folder.replace("right.csv", "id,belongs\nx,a\n")
        try fixture.turn(until: "both", is: "failing")
        #expect(
            try failure(fixture)?["message"]?.string?.hasPrefix(
                "there is no of in right, only \"belongs id\"")
                == true)
        folder.replace("right.csv", "id,of\nx,a\n")
        try fixture.turn(until: "both", is: "fresh")
        folder.replace("left.csv", "id,belongs\n1,a\n")
        try fixture.turn(until: "both", is: "failing")
        #expect(try failure(fixture)?["message"]?.string?.hasPrefix("there is no of in left,") == true)
        #expect(try records(fixture).count == 1)
        fixture.end()
    }

    @Test func `a refresh that waits also makes the joins of the refreshed inputs`() throws {
        defineTable("left")
        defineJoin("Left=left\nRight=left\nOn=id\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: { (try? failure(fixture))??["reason"] == "waiting" })
        folder.write("left.csv", "id,name\n1,one\n")
        let reply = try fixture.call("Refresh", ["wait": true])
        #expect(reply["started"] == ["both", "left"])
        #expect(try fixture.runtime(of: "both")?["health"] == "fresh")
        #expect(try records(fixture) == ["1": ["id": "1", "name": "one"]])
        fixture.end()
    }

    @Test func `fewer pairs than required are a failure, and the last good join is kept`() throws {
        defineJoin("Left=left\nRight=right\nOn=id\n", "Key=id\nMinRecords=1\n")
        let fixture = try fixture("id,name\n1,one\n", "id,score\n1,7\n")
        folder.replace("right.csv", "id,score\n2,7\n")
        try fixture.turn(until: "both", is: "failing")
        #expect(
            try failure(fixture)?["message"]?.string?.hasPrefix("there is no join of at least 1 pairs,")
                == true
        )
        #expect(try records(fixture).count == 1)
        fixture.end()
    }

    @Test
    func `several matching rows become several records or alternatives, depending on the key`()
        throws
    {
        defineJoin("Left=left\nRight=right\nOn=id=of\nPrefix=r-\n", "Key=id r-id\nNumber=r-score\n")
        let fixture = try fixture("id,name\n1,one\n2,two\n", "id,of,score\na,1,7\nb,1,8\nc,3,9\n")
        #expect(try records(fixture).mapValues { $0["r-score"] } == ["1/a": 7, "1/b": 8])
        defineJoin("Left=left\nRight=right\nOn=id=of\nPrefix=r-\n", "Key=id\nNumber=r-score\n")
        try fixture.turn(until: { (try? records(fixture))?.count == 1 })
        #expect(try records(fixture)["1"]?["alternatives"] == ["r-id": ["b"], "r-score": [8]])
        fixture.end()
    }
}
