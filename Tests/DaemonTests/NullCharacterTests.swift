import Records
import Testing

/// U+0000 in documents: programs in C end a text there.
@Suite(.serialized) struct NullCharacterTests {
    private let folder = Folder()

    private func started(_ kind: String, _ name: String, _ text: String) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=\(kind)\nPath=\(folder.path)/\(name)\n[Record]\nKey=id\nTitle=name\n")
        folder.write(name, text)
        let daemon = try LiveDaemon(folder)
        try daemon.turn(until: "rows", is: "fresh")
        return daemon
    }

    private func rejects(_ daemon: LiveDaemon) throws -> [JSON] {
        try daemon.call("GetRejects", ["source": "rows"])["rejects"]?.array ?? []
    }

    @Test func `in JSON it becomes U+FFFD in names, texts and titles, with a reject for the record`() throws {
        let text = #"""
            [{"id":1,"name":"a\u0000b","z":{"n\u0000":["\u0000"]}},{"id":2,"name":"\\u0000","z":"plain"}]
            """#
        let daemon = try started("json", "rows.json", text)
        let records = try daemon.call("GetSnapshot")["records"]?.array ?? []
        #expect(records.map { $0["title"]?.string } == ["a\u{FFFD}b", #"\u0000"#])
        #expect(
            String(decoding: records[0]["data"]?.bytes ?? [], as: UTF8.self)
                == #"{"id":1,"name":"a\#u{FFFD}b","z":{"n\#u{FFFD}":["\#u{FFFD}"]}}"#)
        let rejects = try rejects(daemon)
        #expect(rejects.map { $0["key"]?.string } == ["1"])
        #expect(rejects.map { $0["field"]?.string } == ["name"])
        #expect(rejects.map { $0["found"]?.string } == ["a\u{FFFD}b"])
        #expect(rejects.map { $0["reason"]?.string } == ["U+0000, replaced by U+FFFD"])
        daemon.end()
    }

    @Test func `in a table it becomes U+FFFD, also in what a reject shows`() throws {
        let daemon = try started("table", "rows.csv", "id,name\n1,a\0b\n\0,c\n3,three\n")
        let answer = try daemon.call("GetSnapshot")
        #expect(answer["records"]?.array?.map { $0["key"]?.string } == ["1", "3"])
        #expect(answer["records"]?.array?.first?["data"]?["name"] == "a\u{FFFD}b")
        let rejects = try rejects(daemon)
        #expect(rejects.count == 2)
        let all = String(decoding: answer.bytes + JSON.array(rejects).bytes, as: UTF8.self)
        #expect(!all.contains(text: #"\u0000"#))
        daemon.end()
    }
}
