import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// Past moments and periods in /api.
@MainActor @Suite struct PastAPITests {
    private func site(unknown: [JSON] = []) throws -> Website {
        let site = try Website()
        try site.daemon.answer(
            "ListSources",
            #"{"sources": [{"context": {"name": "towns", "kind": "table"}, "runtime": {"health": "fresh", "records": 1, "rejected": 0, "generation": 1}}]}"#
        )
        let records: [JSON] = [
            ["source": "towns", "key": "1", "generation": 1, "realtimeUSec": 1, "data": ["people": 5]]
        ]
        site.daemon.on("GetSnapshot") { call in
            call.reply(
                .members([
                    "cursor": "a.1", "records": .array(unknown.isEmpty ? records : []),
                    "atUSec": call.parameters["atUSec"],
                    "unknown": unknown.isEmpty ? nil : .array(unknown),
                ]))
        }
        return site
    }

    private func json(_ client: WebClient) throws -> JSON { try JSON(parsing: client.bodyBytes) }

    @Test func `records of a past moment are requested with at=`() throws {
        let site = try site()
        let answer = try json(site.answer("/api/records?source=towns&at=1970-01-01T00:00:00Z"))
        #expect(answer["at"] == "1970-01-01T00:00:00Z" && answer["records"]?.array?.count == 1)
        #expect(site.daemon.asked.last { $0.method == "GetSnapshot" }?.parameters["atUSec"] == 0)
        let csv = try site.answer("/api/records?source=towns&at=1970-01-01&format=csv")
        #expect(csv.body == "@key,people\r\n1,5\r\n")
    }

    @Test func `what is not known then is said in each format`() throws {
        let site = try site(unknown: [["source": "towns", "reason": "log", "fromUSec": 60_000_000]])
        let answer = try json(site.answer("/api/records?source=towns&at=1970-01-01"))
        #expect(answer["unknown"]?.array?.first?["from"] == "1970-01-01T00:01:00Z")
        let csv = try site.answer("/api/records?source=towns&at=1970-01-01&format=csv")
        #expect(csv.status == 404 && csv.body.contains("towns is not known then"))
    }

    @Test(arguments: [
        "/api/records?at=soon", "/api/records?at=2999-01-01", "/api/history?source=towns&from=soon",
        "/api/history?source=towns&between=now", "/api/history?source=towns&format=xml",
    ])
    func `a wrong time is refused`(target: String) throws {
        #expect(try site().answer(target).status == 400)
    }

    @Test func `a history has a period and a form with a column for each member`() throws {
        let site = try site()
        try site.daemon.answer(
            "GetHistory",
            #"{"records": [], "cut": true, "changes": [{"event": "added", "cursor": "a.1", "source": "towns", "key": "1", "generation": 1, "realtimeUSec": 1000000, "data": {"people": 5}}]}"#
        )
        let target = "/api/history?source=towns&between=1970-01-01,1970-01-02"
        #expect(try json(site.answer(target))["cut"] == true)
        let asked = try #require(site.daemon.asked.last { $0.method == "GetHistory" }?.parameters)
        #expect(asked["sinceUSec"] == 0 && asked["untilUSec"] == 86_400_000_000)
        let csv = try site.answer(target + "&format=csv&columns=people")
        #expect(csv.body == "@at,@key,@change,people\r\n1970-01-01T00:00:01Z,1,added,5\r\n")
    }
}
