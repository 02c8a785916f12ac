import AlmanacClient
import AlmanacValues
import Reactive
import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct RequestTests {
    private let daemon: ScriptedDaemon
    private let connection: DaemonConnection

    init() throws {
        daemon = try ScriptedDaemon()
        connection = daemon.connection()
    }

    private func record(_ key: String) -> JSON {
        ["source": "s", "key": .string(key), "generation": 1, "realtimeUSec": 5, "data": ["Name": "A"]]
    }

    @Test func `sources are answered with their states`() throws {
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "hospitals", "kind": "table"},
             "runtime": {"health": "failing", "records": 2, "rejected": 0, "generation": 1, "failure":
             {"reason": "dns", "message": "no such host", "realtimeUSec": 0, "count": 3}}}]}
            """)
        let sources = try connection.answer(to: .sources(Selector(sources: ["hosp*"])))
        #expect(sources.map(\.name) == ["hospitals"])
        #expect(sources.first?.runtime.failure?.count == 3)
        #expect(daemon.asked.last?.parameters == ["selector": ["sources": ["hosp*"]]])
        #expect(try connection.source("hospitals")?.runtime.health == .failing)
    }

    @Test func `records are answered page by page up to the limit`() throws {
        daemon.on("GetSnapshot") { call in
            let page = call.parameters["next"]?.string ?? "1"
            let next = page == "3" ? nil : JSON.string("\(Int(page)! + 1)")
            call.reply(.members(["cursor": "a.1", "records": [record(page)], "next": next]))
        }
        #expect(try connection.records(Selector()).map(\.key) == ["1", "2", "3"])
        #expect(try connection.records(Selector(), limit: 2).map(\.key) == ["1", "2"])
        let limits = daemon.asked.suffix(2).map { $0.parameters["limit"]?.int }
        #expect(limits == [2, 1])
    }

    @Test func `every call has its method, parameters and answer`() throws {
        try daemon.answer("GetStatus", #"{"version": "2", "kinds": ["metar"], "counters": {"b": 2, "a": 1}}"#)
        let status = try connection.answer(to: .status())
        #expect(status.version == "2" && status.kinds == ["metar"])
        #expect(status.counters.map(\.name) == ["a", "b"])
        #expect(status.failures.isEmpty)

        try daemon.answer("Refresh", #"{"started": ["a"], "skipped": ["b"], "retryAfterUSec": 5000000}"#)
        let report = try connection.answer(to: .refresh(Selector(sources: ["*"]), waits: false))
        #expect(report.started == ["a"] && report.skipped == ["b"] && report.retryAfter == .seconds(5))

        try daemon.answer("Search", #"{"records": []}"#)
        #expect(try connection.answer(to: .search("kent", limit: 3)).isEmpty)
        #expect(daemon.asked.last?.parameters == ["text": "kent", "limit": 3, "whole": true])
        let found = Request<SearchResult<Item>>.search("kent")
        #expect(try connection.answer(to: found).gap == nil)
        for partial in ["true", "1", "\"odd\""] {
            try daemon.answer("Search", "{\"records\": [], \"partial\": \(partial)}")
            #expect(try connection.answer(to: found).gap != nil)
        }
        try daemon.answer("Search", #"{"records": [], "total": 7}"#)
        #expect(try connection.answer(to: found.total) == 7)
        try daemon.answer("Search", #"{"records": [], "total": 7, "partial": true}"#)
        #expect(try connection.answer(to: found.total) == nil)

        let neighbor: JSON = ["record": record("k"), "distanceMeters": 12.5, "bearingDegrees": 90]
        daemon.on("Nearby") { $0.reply(["neighbors": [neighbor]]) }
        let position = try #require(Position(latitude: 1, longitude: 2))
        #expect(try connection.answer(to: .nearby(position, radius: 500)).first?.metres == 12.5)

        try daemon.answer("GetRejects", #"{"rejects": [{"line": 3, "found": "x", "reason": "y"}]}"#)
        #expect(try connection.answer(to: .rejects(of: "s")).first?.reject.line == 3)

        daemon.on("GetHistory") { $0.reply(["records": [record("k")], "next": "n"]) }
        #expect(try connection.answer(to: .history(of: "s", key: "k")).next == "n")
        #expect(try connection.answer(to: .changes(of: "s", key: "k")).next == "n")

        daemon.on("AddSource") { $0.reply() }
        try connection.answer(to: .add(SourceContext(name: "metar@KPWM"), persists: true))
        #expect(daemon.asked.last?.parameters == ["context": ["name": "metar@KPWM"], "persist": true])
    }

    @Test func `the state of the daemon says what it cannot do, and since when`() throws {
        try daemon.answer(
            "GetStatus",
            #"{"version": "2", "failures": [{"message": "the disk is full", "sinceUSec": 7000000}, {}]}"#)
        let failures = try connection.answer(to: .status()).failures
        let unread = "failures that this program cannot read: 1"
        #expect(failures.map(\.message) == ["the disk is full", unread])
        #expect(failures.map(\.since.microseconds) == [7_000_000, 0])
    }

    @Test func `an error of the daemon is typed`() throws {
        daemon.on("ListSources") { $0.fail("io.almanac.NoSuchSource", ["name": "x"]) }
        #expect(throws: AlmanacError.noSuchSource("x")) { try connection.answer(to: .sources()) }
        daemon.on("Search") { $0.fail("io.almanac.RateLimited", ["retryAfterUSec": 2_000_000]) }
        #expect(throws: AlmanacError.rateLimited(retryAfter: .seconds(2))) {
            try connection.answer(to: Request<[Item]>.search("x"))
        }
        daemon.on("Reload") { $0.fail("org.example.Odd", ["a": 1]) }
        #expect(throws: AlmanacError.other(name: "Odd", answer: ["a": 1])) {
            try connection.answer(to: .reload())
        }
        #expect(throws: AlmanacError.unsupported(method: "io.almanac.Geocode")) {
            try connection.answer(to: .places(named: "x"))
        }
    }

    @Test func `an incomplete answer is an error`() throws {
        try daemon.answer("GetPlace", "{}")
        #expect(throws: AlmanacError.malformed("the reply to GetPlace is incomplete")) {
            try connection.answer(to: .place(identifier: "x"))
        }
    }

    @Test func `a list with an element that cannot be read is no list of the others`() throws {
        let odd: JSON = ["key": "k"]
        daemon.on("Search") { $0.reply(["records": [odd]]) }
        daemon.on("Nearby") { $0.reply(["neighbors": [odd]]) }
        daemon.on("ListSources") { $0.reply(["sources": [odd]]) }
        daemon.on("GetRejects") { $0.reply([:]) }
        daemon.on("GetSnapshot") { [good = record("1")] in $0.reply(["records": [good, odd]]) }
        daemon.on("GetOrder") { $0.reply(["keys": ["1", 2]]) }
        let position = try #require(Position(latitude: 1, longitude: 2))
        expectIncomplete("Search", Request<[Item]>.search("kent"))
        expectIncomplete("Search", Request<SearchResult<Item>>.search("kent"))
        expectIncomplete("Nearby", Request<[Neighbor]>.nearby(position))
        expectIncomplete("Nearby", Request<SearchResult<Neighbor>>.nearby(position))
        expectIncomplete("ListSources", .sources())
        expectIncomplete("GetRejects", .rejects(of: "s"))
        expectIncomplete("GetSnapshot", .records())
        expectIncomplete("GetOrder", .order(of: "s"))
    }

    private func expectIncomplete<Answer>(_ method: String, _ request: Request<Answer>) {
        #expect(throws: AlmanacError.malformed("the reply to \(method) is incomplete")) {
            _ = try connection.answer(to: request)
        }
    }

    @Test func `changes that cannot be read are counted beside the others`() throws {
        let change: JSON = ["event": "added", "cursor": "a.1", "source": "s", "key": "k", "realtimeUSec": 1]
        daemon.on("GetHistory") {
            $0.reply(["records": [], "changes": [change, ["event": "renamed", "cursor": "a.2"]]])
        }
        let page = try connection.answer(to: .changes(of: "s"))
        #expect(page.changes.count == 1 && page.unread == 1)
    }

    @Test func `after the daemon has closed the connection, the next call connects again`() throws {
        daemon.on("GetStatus") { $0.channel.close() }
        #expect(throws: AlmanacError.disconnected) { try connection.answer(to: .status()) }
        try daemon.answer("GetStatus", #"{"version": "1"}"#)
        #expect(try connection.answer(to: .status()).version == "1")
    }

    @Test func `without a daemon, a call fails at once`() throws {
        daemon.stop()
        #expect(throws: AlmanacError.self) { try connection.answer(to: .status()) }
    }

    @Test func `a publisher calls for each subscriber over a connection of its own`() throws {
        try daemon.answer("GetStatus", #"{"version": "1"}"#)
        var versions: [String] = []
        let publisher = connection.publisher(for: .status()).map(\.version)
        let calls = (0..<2).map { _ in
            publisher.sink(receiveCompletion: { _ in }, receiveValue: { versions.append($0) })
        }
        defer { for call in calls { call.cancel() } }
        #expect(try daemon.turn { versions.count == 2 })
        #expect(daemon.asked.count == 2)
    }
}
