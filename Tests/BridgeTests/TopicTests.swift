import Bridge
import Testing

@Suite struct TopicTests {
    private let tree = TopicTree(prefix: "home/almanac")

    @Test(arguments: [
        ("KPWM", "KPWM"), ("notes/1", "notes%2F1"), ("a+b#c$d%e", "a%2Bb%23c%24d%25e"),
        ("_source", "%5Fsource"),
        ("a_b", "a_b"), ("Zürich 北", "Zürich 北"), ("\u{0}\u{1F}\u{7F}", "%00%1F%7F"),
        ("\u{FFFE}", "%EF%BF%BE"),
        ("", ""),
    ])
    func `a name becomes a level that leads back to it`(name: String, level: String) {
        #expect(TopicLevel.encoded(name).utf8.elementsEqual(level.utf8))
        #expect(TopicLevel.decoded(level)?.utf8.elementsEqual(name.utf8) == true)
    }

    @Test func `every name of a few characters leads back to itself, and no two names share a level`() {
        var levels: [Topic: String] = [:]
        let scalars: [Unicode.Scalar] = [
            "%", "2", "F", "/", "_", "+", "#", "$", "a", "\u{301}", "é", "\u{0}",
        ]
        var names = [""]
        for _ in 0..<3 { names = [""] + names.flatMap { name in scalars.map { name + String($0) } } }
        for name in Set(names.map(Topic.init)) {
            let level = TopicLevel.encoded(name.description)
            #expect(levels.updateValue(name.description, forKey: Topic(level)) == nil)
            #expect(TopicLevel.decoded(level).map(Topic.init) == name)
            #expect(!level.contains { "/+#$".contains($0) } && !level.hasPrefix("_"))
        }
    }

    @Test func `a level that no name has is refused or decoded, at any length`() {
        for level in ["%", "%2", "%GG", "%FF", "a%", "%C3"] { #expect(TopicLevel.decoded(level) == nil) }
        let text = "%2Fa%C3%A9%"
        for count in 0...text.utf8.count {
            let prefix = String(decoding: text.utf8.prefix(count), as: UTF8.self)
            let isComplete = prefix.utf8.reversed().prefix(2).allSatisfy { $0 != UInt8(ascii: "%") }
            if !isComplete { #expect(TopicLevel.decoded(prefix) == nil) }
        }
    }

    @Test func `records, states and commands have topics below the prefix`() {
        #expect(tree.record("KPWM", of: "metar@KPWM").description == "home/almanac/metar@KPWM/KPWM")
        #expect(tree.record("_source", of: "s") != tree.state(of: "s"))
        #expect(tree.refreshedSource("home/almanac/_refresh/forecast@a%2Bb") == "forecast@a+b")
        #expect(tree.refreshedSource("home/almanac/metar@KPWM/KPWM") == nil)
    }

    @Test(arguments: [
        ("home/almanac/metar@KPWM/KPWM", #"{"data":{}}"#, true),
        ("home/almanac/rows/_source", #"{"health":"fresh"}"#, true),
        ("home/almanac/rows/1", #"{"health":"fresh"}"#, false), ("home/almanac/rows/1", "", false),
        ("home/almanac/rows/_other", #"{"health":"fresh"}"#, false),
        ("home/almanac/_bridge", "online", false),
        ("home/almanac/_refresh/rows", #"{"data":{}}"#, false),
        ("home/almanac/a/b/c", #"{"data":{}}"#, false),
        ("home/kitchen/lamp", #"{"data":{}}"#, false), ("home/almanac", #"{"data":{}}"#, false),
    ])
    func `messages of records and states are told from others`(topic: String, payload: String, isOwn: Bool) {
        #expect(tree.contains(topic, Array(payload.utf8)) == isOwn)
    }

    @Test(arguments: ["almanac", "home/almanac", "a b/ü"])
    func `levels without wildcards are a prefix`(text: String) { #expect(TopicTree.isPrefix(text)) }

    @Test(arguments: ["", "a/", "/a", "a//b", "a/+", "#", "$SYS/a", "a\u{0}"])
    func `other texts are no prefix`(text: String) { #expect(!TopicTree.isPrefix(text)) }

    @Test func `topics that only look equal differ`() {
        #expect(Topic("é") != Topic("e\u{301}"))
        #expect(Set([Topic("é"), Topic("e\u{301}")]).count == 2)
    }
}
