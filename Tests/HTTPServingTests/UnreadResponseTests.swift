import Glibc
import HTTPServing
import Systemd
import Testing

/// Responses that their clients do not read, of a mebibyte each, behind a proxy that names the visitors.
@MainActor @Suite struct UnreadResponseTests {
    private static let size = 1 << 20
    private static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.unread = 2 * size
        limits.unreadInAll = 4 * size + 10_000
        return limits
    }

    /// A site with a response of its own for each request, and a shared one.
    private func site() throws -> Site {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: UnreadResponseTests.size)
        let shared = HTTPResponse(200, body: body)
        return try Site(limits: UnreadResponseTests.limits, proxy: getuid()) { request, exchange in
            switch request.rawPath {
            case "/shared": exchange.respond(shared)
            case "/long": exchange.respond(HTTPResponse(200, body: body + body + [0]))
            case "/short": exchange.respond(HTTPResponse(200, body: Array("short".utf8)))
            default: exchange.respond(HTTPResponse(200, body: body))
            }
        }
    }

    /// Runs the loop without reading until the server waits for the clients.
    private func settle(_ site: Site) throws {
        while try site.loop.turn(timeout: .milliseconds(50)) {}
    }

    private func isComplete(_ client: TestClient) -> Bool {
        client.received.starts(with: Array("HTTP/1.1 200".utf8))
            && client.received.count > UnreadResponseTests.size
    }

    @Test func `a visitor that reads nothing makes room for another one`() throws {
        let site = try site()
        var slow: [TestClient] = []
        for _ in 0..<4 {
            slow.append(site.client("/own", for: "192.0.2.1"))
            try settle(site)
        }
        let other = site.client("/own", for: "192.0.2.2")
        try other.wait(for: { isComplete(other) })
        #expect(isComplete(other))
        try slow[0].waitForEnd()
        // The client knows the length, and thus that a cut answer is incomplete.
        #expect(slow[0].received.count < UnreadResponseTests.size)
        for client in slow.dropFirst() { try client.wait(for: { isComplete(client) }) }
        #expect(slow.dropFirst().allSatisfy(isComplete))
    }

    @Test func `a visitor that has most itself is refused`() throws {
        let site = try site()
        let slow = (0..<4).map { _ in site.client("/own", for: "192.0.2.1") }
        try settle(site)
        let refused = site.client("/own", for: "192.0.2.1")
        try refused.wait { $0.contains("too many responses have not been read") }
        #expect(refused.text.hasPrefix("HTTP/1.1 503") && refused.text.contains("Retry-After: 5"))
        let short = site.client("/short", for: "192.0.2.2")
        try short.wait { $0.hasSuffix("short") }
        for client in slow { try client.wait(for: { isComplete(client) }) }
        #expect(slow.allSatisfy(isComplete) && short.text.hasSuffix("short"))
    }

    @Test func `a response that many clients read is in memory, and counts, once`() throws {
        let site = try site()
        let clients = (0..<20).map { site.client("/shared", for: "192.0.2.\($0)") }
        try settle(site)
        for client in clients { try client.wait(for: { isComplete(client) }) }
        #expect(clients.allSatisfy(isComplete))
    }

    @Test func `what was read counts no more`() throws {
        let site = try site()
        for _ in 0..<12 {
            let client = site.client("/own", for: "192.0.2.1")
            try client.wait(for: { isComplete(client) })
            #expect(isComplete(client))
        }
    }

    @Test func `a response that is too long is replaced by its length`() throws {
        let site = try site()
        let client = site.client("/long")
        try client.wait { $0.hasSuffix("part\n") }
        #expect(client.text.hasPrefix("HTTP/1.1 503"))
        #expect(client.text.contains("the answer has 2097153 bytes, the most is 2097152: ask for a part"))
    }
}
