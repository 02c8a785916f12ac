import Records
import Testing

@Suite struct SourceNameTests {
    @Test(arguments: ["a", "0", "nyc-schools", "metar@KPWM", "report@43.65,-70.31", "x@A_b:c+d"])
    func `a name keeps its text`(text: String) {
        #expect(SourceName(text)?.text == text)
        #expect(SourceName(text[...])?.description == text)
    }

    @Test(arguments: [
        "", "-a", "A", "a_b", "a.b", "ä", "@", "@x", "a@", "a@b/c", "a@b..c", "a@b@c", "a@ä", "a b", "a\u{0}",
    ])
    func `a text that breaks the rules is not a name`(text: String) {
        #expect(SourceName(text) == nil)
    }

    @Test func `names are of at most 64 characters, instances of at most 100`() {
        let (stem, instance) = (String(repeating: "a", count: 64), String(repeating: "b", count: 100))
        #expect(SourceName("\(stem)@\(instance)") != nil)
        #expect(SourceName("\(stem)a") == nil)
        #expect(SourceName("\(stem)@\(instance)b") == nil)
    }

    @Test func `the instance follows the first @`() throws {
        let name = try #require(SourceName("metar@KPWM"))
        #expect((name.stem, name.instance) == ("metar", "KPWM"))
        let plain = try #require(SourceName("hospitals"))
        #expect((plain.stem, plain.instance) == ("hospitals", nil))
    }

    @Test func `names sort by their bytes`() throws {
        let names = ["b", "a@b", "a-b", "a", "a@B"].compactMap { SourceName($0) }
        #expect(names.sorted().map(\.text) == ["a", "a-b", "a@B", "a@b", "b"])
    }
}
