import Records
import Testing

@Suite struct NearestTests {
    private let stations = ["KBOS", "KPMB", "KPMV", "KPWM", "KZZV"]

    @Test func `two letters in the wrong order are likelier than another letter`() {
        #expect(stations.nearest(to: "KPMW", limit: 3) == ["KPWM"])
        #expect(stations.suggestion(for: "KPMW") == "; did you mean KPWM?")
        #expect(stations.suggestion(for: "KZZZ") == "; did you mean KZZV?")
    }

    @Test func `names that are equally near are listed, up to a limit`() {
        #expect(stations.suggestion(for: "KPMA") == "; did you mean KPMB or KPMV?")
        #expect(["aab", "aac", "aad", "aae"].suggestion(for: "aaz") == "; did you mean aab, aac or aad?")
    }

    @Test func `a name that differs in case only is meant`() {
        #expect(["county", "County2", "Countz"].nearest(to: "COUNTY", limit: 3) == ["county"])
    }

    @Test(arguments: [
        ("hosptials", "hospitals"), ("hospital", "hospitals"), ("hospitalss", "hospitals"),
        ("hxspitxls", "hospitals"), ("hosp", "hospitals"), ("metar", "metar@KPWM"),
    ])
    func `a long name may have two errors, or only be begun`(text: String, name: String) {
        #expect(["feeds", "hospitals", "metar@KPWM"].nearest(to: text, limit: 3) == [name])
    }

    @Test(arguments: ["hxxpitxls", "", "x", "QQQQ", "ho"])
    func `nothing is suggested for another name`(text: String) {
        #expect((["feeds", "hospitals"] + stations).suggestion(for: text).isEmpty)
    }
}
