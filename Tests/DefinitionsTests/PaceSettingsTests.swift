import Definitions
import Records
import Testing

@Suite struct PaceSettingsTests {
    private static let remote = "Kind=metar\nURL=https://a.example/\n"

    private func definition(_ text: String) throws(OptionError) -> Definition {
        var options = Options()
        try options.read(Array("[Source]\n\(text)".utf8), file: "a.source")
        return try Definition(SourceName("a")!, options: options, by: .file)
    }

    @Test func `a source with an address learns when its upstream publishes, unless it is fixed`() throws {
        #expect(try definition(Self.remote).learnsRhythm)
        #expect(try definition(Self.remote + "Rhythm=learn\n").learnsRhythm)
        #expect(try !definition(Self.remote + "Rhythm=fixed\n").learnsRhythm)
    }

    @Test(arguments: [(nil, 5), (0, 5), (1_310_720, 5), (2_621_440, 10), (16_777_216, 64)])
    func `a file is published more seldom the larger it is, unless Publish= states a time`(
        _ size: Int64?, _ seconds: Int
    ) throws {
        #expect(try definition(Self.remote).publishing.interval(after: size) == .seconds(seconds))
        let stated = try definition(Self.remote + "Publish=1s\n").publishing
        #expect(stated.interval(after: size) == .seconds(1))
    }

    @Test func `files, joins, services and sources on demand do not learn`() throws {
        #expect(try !definition("Kind=metar\nPath=/x\n").learnsRhythm)
        #expect(try !definition("Kind=join\n[Join]\nLeft=b\nRight=c\nOn=id\n").learnsRhythm)
        #expect(try !definition("Kind=places\n[Places]\nProvider=photon\n").learnsRhythm)
        #expect(try !definition(Self.remote + "Refresh=on-demand\n").learnsRhythm)
    }

    @Test(arguments: [
        ("Requests=72/d", 1200), ("Requests=6/h", 600), ("Requests=3/w", 201_600), ("Requests=1/min", 60),
        ("Refresh=5min", 300), ("Refresh=5min\nRefresh=\nRequests=288/day", 300),
    ])
    func `a budget is stated as an interval or as a number of requests`(_ line: String, _ seconds: Int)
        throws
    {
        #expect(try definition(Self.remote + line + "\n").interval == .seconds(seconds))
    }

    @Test(arguments: [
        ("Requests=72", "Requests=72 is not a number of requests per time such as 72/d or 6/h"),
        ("Requests=0/d", "Requests=0/d is not a number of requests per time such as 72/d or 6/h"),
        ("Requests=-1/d", "Requests=-1/d is not a number of requests per time such as 72/d or 6/h"),
        ("Requests=1/", "Requests=1/ is not a number of requests per time such as 72/d or 6/h"),
        ("Requests=1/2d", "Requests=1/2d is not a number of requests per time such as 72/d or 6/h"),
        ("Requests=1/d/d", "Requests=1/d/d is not a number of requests per time such as 72/d or 6/h"),
        ("Requests=86401/d", "Requests=86401/d is more than one request per second"),
        ("Rhythm=yes", "Rhythm=yes is neither learn nor fixed"),
        ("Refresh=often", "Refresh=often is not a time span such as 5min or 1d"),
    ])
    func `a wrong value is reported with its place`(_ line: String, _ reason: String) {
        let error = #expect(throws: OptionError.self) { try definition(Self.remote + line + "\n") }
        #expect(error?.description == "a.source:4: \(reason)")
    }

    @Test func `two statements of the budget in one file contradict each other`() {
        let error = #expect(throws: OptionError.self) {
            try definition(Self.remote + "Refresh=5min\nRequests=288/d\n")
        }
        #expect(
            error?.description
                == "a.source:5: Requests=288/d cannot be combined with Refresh=, which also says how often")
    }

    @Test func `a drop-in replaces the budget of a definition, however either states it`() throws {
        var options = Options()
        try options.read(Array("[Source]\n\(Self.remote)Refresh=5min\n".utf8), file: "a.source")
        try options.read(Array("[Source]\nRequests=6/h\n".utf8), file: "a.source.d/10.conf")
        #expect(try Definition(SourceName("a")!, options: options, by: .file).interval == .seconds(600))
        try options.read(Array("[Source]\nRefresh=1h\n".utf8), file: "a.source.d/20.conf")
        #expect(try Definition(SourceName("a")!, options: options, by: .file).interval == .seconds(3600))
    }

    @Test(arguments: [
        ("Kind=metar\nPath=/x\nRhythm=learn", "requires URL= and an interval, whose requests it plans"),
        (
            "Kind=metar\nURL=https://a.example/\nRefresh=on-demand\nRhythm=learn",
            "requires URL= and an interval, whose requests it plans"
        ),
        (
            "Kind=join\nRequests=1/d\n[Join]\nLeft=b\nRight=c\nOn=id",
            "is not allowed in a join, which follows the changes of its two sources"
        ),
        (
            "Kind=places\nRhythm=fixed\n[Places]\nProvider=photon",
            "is not allowed with Kind=places, which is queried only on demand"
        ),
        (
            "Kind=almanac\nFrom=unix:/run/hub\nRequests=1/d\n[Mirror]\nSources=*",
            "is not allowed with Kind=almanac, which follows all changes"
        ),
        (
            "Kind=almanac\nFrom=unix:/run/hub\nRhythm=learn\n[Mirror]\nSources=*",
            "is not allowed with Kind=almanac, which follows all changes"
        ),
    ])
    func `sources without requests of their own have no rhythm`(_ text: String, _ reason: String) {
        let error = #expect(throws: OptionError.self) { try definition(text + "\n") }
        #expect(error?.description.hasSuffix(reason) == true, "\(error?.description ?? "accepted")")
    }
}
