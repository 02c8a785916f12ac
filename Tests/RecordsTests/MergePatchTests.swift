import Records
import Testing

@Suite struct MergePatchTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test func `a patch names added, removed and changed members with their previous values`() throws {
        let old = try json(#"{"a":1,"b":{"c":[1,2],"d":"x"},"gone":true}"#)
        let new = try json(#"{"a":2,"b":{"c":[1,3],"d":"x"},"new":"y"}"#)
        let found = MergePatch(from: old, to: new)
        #expect(found.patch == (try json(#"{"a":2,"b":{"c":[1,3]},"gone":null,"new":"y"}"#)))
        #expect(found.previous == (try json(#"{"a":1,"b":{"c":[1,2]},"gone":true,"new":null}"#)))
        #expect(found.paths == ["/a", "/b/c", "/gone", "/new"])
        #expect(MergePatch.paths(of: found.patch) == found.paths)
    }

    @Test func `the order of members makes no difference, another spelling of a letter does`() throws {
        #expect(MergePatch(from: try json(#"{"a":1,"b":2}"#), to: try json(#"{"b":2,"a":1}"#)).isEmpty)
        #expect(!MergePatch(from: ["a": "\u{E9}"], to: ["a": "e\u{301}"]).isEmpty)
    }

    @Test func `tilde and slash are escaped in paths`() throws {
        #expect(MergePatch(from: [:], to: ["a/b~c": 1]).paths == ["/a~1b~0c"])
    }

    @Test func `a patch turns the old object into the new one and its previous members turn it back`() throws
    {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let (old, new) = (random(&generator, 3), random(&generator, 3))
            let found = MergePatch(from: old, to: new)
            #expect(old.patched(with: found.patch).canonical == new.canonical)
            #expect(new.patched(with: found.previous).canonical == old.canonical)
        }
    }

    @Test func `objects of very many members are compared and patched in less than quadratic time`() {
        func object(_ value: Int) -> JSON {
            .object((0..<40_000).reversed().map { JSON.Member("n\($0)", .int($0 % 2 == 0 ? 0 : value)) })
        }
        let (old, new) = (object(1), object(2))
        #expect(old != new && old == object(1).canonical)
        let found = MergePatch(from: old, to: new)
        #expect(found.patch.object?.count == 20_000)
        #expect(old.patched(with: found.patch) == new)
        #expect(new.patched(with: found.previous) == old)
    }

    @Test func `the texts of a patch are those of its values`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let (old, new) = (random(&generator, 3), random(&generator, 3))
            try expectTexts(from: old.bytes, to: new.bytes)
        }
    }

    @Test(arguments: [
        (#"{"b":1,"a":2}"#, #"{"a":2,"b":3}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#), ("{}", "{}"), ("[1]", "{}"),
        (#"{"a":"\u0041\/","b":"\u0042"}"#, #"{"a":"A/","b":"C"}"#), (#"{"\u0061":1}"#, #"{"a":2}"#),
        (#"{"a":[{"c":1,"b":2}]}"#, #"{"a":[{"b":2,"c":1}]}"#), (#"{"a":{"b":1 }}"#, #"{"a":{ "b":1}}"#),
        (#"{"a":{}}"#, #"{"a":{"b":{}}}"#), (#"{"a":{}}"#, #"{"a":[ 1]}"#), (#"{"a":1.0}"#, #"{"a":1}"#),
        (#"{"a b":1,"aé":2}"#, #"{"a":1}"#), (Self.nested(10, "1"), Self.nested(10, "2")),
        (#" { "a" : "x" , "c" : { "d" : [ "\t" ] } } "#, #"{"a":"y","b":{"z":0,"d":[ "\u0009" ]}}"#),
    ])
    func `texts in any order and notation have the patch of their values`(old: String, new: String) throws {
        try expectTexts(from: Array(old.utf8), to: Array(new.utf8))
        try expectTexts(from: Array(new.utf8), to: Array(old.utf8))
    }

    @Test(arguments: [#"{"a":1"#, #"{"a":1}}"#, #"{"a":1,}"#, #"{"a"}"#, "{\"a\":\"\t\"}", ""])
    func `the texts of a patch need two JSON texts`(broken: String) {
        let bytes = Array(broken.utf8)
        #expect(throws: JSONError.self) { try MergePatch.texts(from: Array("{}".utf8), to: bytes) }
        #expect(throws: JSONError.self) { try MergePatch.texts(from: bytes, to: Array("{}".utf8)) }
    }

    @Test func `the texts of a patch need UTF-8`() {
        let broken = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        #expect(throws: JSONError.self) { try MergePatch.texts(from: Array("{}".utf8), to: broken) }
    }

    @Test func `a long name over many leaves does not multiply the size of the paths`() {
        let name = String(repeating: "a", count: 60_000)
        let leaves = (0..<10_000).map { JSON.Member("\($0)", 1) }
        let patch = JSON.object([.init("b", 1), .init(name, .object(leaves))])
        #expect(MergePatch(from: [:], to: patch).paths == ["/" + name, "/b"])
        var writer = JSONWriter()
        MergePatch.writePaths(of: patch.canonicalBytes, to: &writer)
        #expect(writer.bytes == JSON.array([.string("/" + name), "/b"]).bytes)
    }

    /// Returns objects in objects around a value.
    private static func nested(_ depth: Int, _ value: String) -> String {
        String(repeating: #"{"a":"#, count: depth) + value + String(repeating: "}", count: depth)
    }

    private func expectTexts(from old: [UInt8], to new: [UInt8]) throws {
        let expected = MergePatch(from: try JSON(parsing: old), to: try JSON(parsing: new))
        let found = try MergePatch.texts(from: old, to: new)
        #expect(found.patch == expected.patch.bytes)
        #expect(found.previous == expected.previous.bytes)
    }

    /// Returns an object of up to four members without null and empty objects, which a patch cannot express.
    private func random(_ generator: inout SystemRandomNumberGenerator, _ depth: Int) -> JSON {
        var members: [JSON.Member] = []
        for name in ["a", "b", "c", "d"] where Bool.random(using: &generator) {
            let isLeaf = depth == 0 || Bool.random(using: &generator)
            let value: JSON =
                isLeaf ? .int(Int.random(in: 0...2, using: &generator)) : random(&generator, depth - 1)
            if value != [:] { members.append(.init(name, value)) }
        }
        return .object(members)
    }
}
