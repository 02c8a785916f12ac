import TestDaemon
import Testing

@MainActor @Suite struct ArrivalTests {
    private let shelf: DefinitionShelf

    init() throws {
        shelf = try DefinitionShelf()
        try shelf.daemon.answer("Refresh", #"{"started": ["metar@ZZZZ"], "skipped": []}"#)
    }

    private func add(records: Int) throws -> (status: Int32, output: String, error: String) {
        try shelf.daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@ZZZZ"}, "runtime":
             {"health": "fresh", "records": \(records), "rejected": 0, "generation": 1, "fetchedUSec": 1}}]}
            """)
        return try shelf.run("add", "zzzz")
    }

    @Test func `an airport without reports is reported`() throws {
        let (status, _, error) = try add(records: 0)
        #expect(status == 75)
        #expect(error.hasPrefix("almanac: no report of metar@ZZZZ yet: the upstream has none"))
    }

    @Test func `an airport with reports is confirmed`() throws {
        let (status, output, _) = try add(records: 1)
        #expect(status == 0 && output.hasSuffix("metar@ZZZZ has its first report\n"))
    }
}
