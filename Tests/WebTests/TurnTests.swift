import Reactive
import Records
import TestDaemon
import Testing
import Varlink

/// Many requests at once.
@MainActor @Suite struct TurnTests {
    /// A web interface whose daemon answers searches when the test says so.
    private func website(_ take: @escaping (Call) -> Void) throws -> Website {
        let site = try Website()
        site.daemon.on("Search", take)
        return site
    }

    private func searches(_ site: Website) -> Int { site.daemon.asked.count { $0.method == "Search" } }

    @Test func `four requests at once ask the daemon, the next when one is answered`() throws {
        var calls: [Call] = []
        let site = try website { calls.append($0) }
        let clients = try (0..<10).map { number in
            try site.client("/api/search?q=\(number)", headers: ["Connection: close"])
        }
        #expect(try site.daemon.turn { calls.count == 4 })
        #expect(try site.answer("/assets/style.css").status == 200)
        #expect(calls.count == 4)
        calls.removeFirst().reply(["records": []])
        #expect(try site.daemon.turn { searches(site) == 5 })
        while !calls.isEmpty {
            calls.removeFirst().reply(["records": []])
            _ = try site.daemon.turn { !calls.isEmpty || searches(site) == 10 }
        }
        for client in clients {
            try client.waitForEnd()
            #expect(client.status == 200)
        }
    }

    @Test func `a request that has waited as long as a call may take is refused`() throws {
        let site = try website { _ in }
        let clients = try (0..<8).map { number in
            try site.client("/api/search?q=\(number)", headers: ["Connection: close"])
        }
        #expect(try site.daemon.turn { searches(site) == 4 })
        site.daemon.clock.advance(by: .seconds(25))
        for client in clients { try client.waitForEnd() }
        #expect(clients.allSatisfy { $0.status == 503 })
        #expect(clients.count { $0.body.contains("too many requests wait") } == 4)
    }
}
