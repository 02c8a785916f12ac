import Glibc
import HTTPServing
import Systemd
import Testing

/// Limits that one client reaches and others do not notice.
@MainActor @Suite struct HTTPFairnessTests {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func site(
        limits: HTTPLimits = HTTPLimits(), proxy: UInt32? = nil
    ) throws -> Site {
        try Site(limits: limits, proxy: proxy) { $1.respond(HTTPResponse(200, body: Array("hello".utf8))) }
    }

    /// Runs the loop until the server has accepted all connections that were made.
    private func settle(_ site: Site, until isDone: () -> Bool) throws {
        while !isDone() { _ = try site.loop.turn(timeout: .milliseconds(20)) }
    }

    @Test func `64 idle connections of the loopback address lock nobody out`() throws {
        let site = try site()
        let idle = (0..<64).map { _ in site.remoteClient() }
        try settle(site) { site.server.connectionCount == 64 }
        let late = site.remoteClient()
        late.send(HTTPFairnessTests.request)
        try late.wait { $0.hasSuffix("hello") }
        #expect(late.text.hasPrefix("HTTP/1.1 200"))
        try idle[0].waitForEnd()
        #expect(idle[0].hasEnded && idle[0].text.isEmpty)
        idle[63].send(HTTPFairnessTests.request)
        try idle[63].wait { $0.hasSuffix("hello") }
        #expect(idle[63].text.hasPrefix("HTTP/1.1 200"))
    }

    @Test func `connections to the Unix socket count for their user`() throws {
        var limits = HTTPLimits()
        limits.connectionsPerUser = 8
        let site = try site(limits: limits)
        let idle = (0..<9).map { _ in site.client() }
        try idle[0].waitForEnd()
        #expect(idle[0].hasEnded)
        let other = site.remoteClient()
        other.send(HTTPFairnessTests.request)
        try other.wait { $0.hasSuffix("hello") }
        #expect(site.server.connectionCount == 9)
    }

    @Test func `the user of the proxy has as many connections as there are`() throws {
        var limits = HTTPLimits()
        limits.connectionsPerUser = 8
        let site = try site(limits: limits, proxy: getuid())
        let clients = (0..<20).map { _ in site.client() }
        clients[19].send(HTTPFairnessTests.request)
        try clients[19].wait { $0.hasSuffix("hello") }
        #expect(site.server.connectionCount == 20)
    }

    @Test func `a connection whose request is being answered is not closed for a new one`() throws {
        var limits = HTTPLimits()
        limits.connectionsPerAddress = 4
        var waiting: [HTTPExchange] = []
        let site = try Site(limits: limits) { waiting.append($1) }
        let clients = (0..<4).map { _ in site.remoteClient() }
        for client in clients { client.send(HTTPFairnessTests.request) }
        try settle(site) { waiting.count == 4 }
        let refused = site.remoteClient()
        try refused.waitForEnd()
        for exchange in waiting { exchange.respond(HTTPResponse(200, body: Array("late".utf8))) }
        for client in clients { try client.wait { $0.hasSuffix("late") } }
        #expect(clients.allSatisfy { $0.text.hasSuffix("late") } && refused.text.isEmpty)
    }

    @Test func `if all connections are in use, the client with most of them loses its oldest`() throws {
        var limits = HTTPLimits()
        limits.connections = 8
        let site = try site(limits: limits)
        let own = site.client()
        let greedy = (0..<7).map { _ in site.remoteClient() }
        try settle(site) { site.server.connectionCount == 8 }
        let late = site.client()
        late.send(HTTPFairnessTests.request)
        try late.wait { $0.hasSuffix("hello") }
        try greedy[0].waitForEnd()
        own.send(HTTPFairnessTests.request)
        try own.wait { $0.hasSuffix("hello") }
        #expect(late.text.hasSuffix("hello") && own.text.hasSuffix("hello") && greedy[0].hasEnded)
    }
}
