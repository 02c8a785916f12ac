import Records
import Testing

@Suite struct MergePatchTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test func `a patch names what came, went and changed, and what was there before`() throws {
        let old = try json(#"{"a":1,"b":{"c":[1,2],"d":"x"},"gone":true}"#)
        let new = try json(#"{"a":2,"b":{"c":[1,3],"d":"x"},"new":"y"}"#)
        let found = MergePatch(from: old, to: new)
        #expect(found.patch == (try json(#"{"a":2,"b":{"c":[1,3]},"gone":null,"new":"y"}"#)))
        #expect(found.previous == (try json(#"{"a":1,"b":{"c":[1,2]},"gone":true,"new":null}"#)))
        #expect(found.paths == ["/a", "/b/c", "/gone", "/new"])
        #expect(MergePatch.paths(of: found.patch) == found.paths)
    }

    @Test func `the order of members is no difference, another spelling of a letter is one`() throws {
        #expect(MergePatch(from: try json(#"{"a":1,"b":2}"#), to: try json(#"{"b":2,"a":1}"#)).isEmpty)
        #expect(!MergePatch(from: ["a": "\u{E9}"], to: ["a": "e\u{301}"]).isEmpty)
    }

    @Test func `tilde and slash are escaped in paths`() throws {
        #expect(MergePatch(from: [:], to: ["a/b~c": 1]).paths == ["/a~1b~0c"])
    }

    @Test func `the patch turns old into new and the previous members turn it back`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let (old, new) = (random(&generator, 3), random(&generator, 3))
            let found = MergePatch(from: old, to: new)
            #expect(old.patched(with: found.patch).canonical == new.canonical)
            #expect(new.patched(with: found.previous).canonical == old.canonical)
        }
    }

    /// An object of up to four members without a null or an empty object, which a patch cannot carry.
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
