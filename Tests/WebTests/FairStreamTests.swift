import Glibc
import Records
import TestDaemon
import Testing
import Varlink

/// Streams of visitors of a reverse proxy, of whom none may take what others need.
@MainActor @Suite struct FairStreamTests {
    private func stream(_ target: String, of visitor: String, _ site: Website) throws -> WebClient {
        let stream = try site.client(target, headers: ["X-Forwarded-For: 203.0.113.1, \(visitor)"])
        try stream.wait { $0.text.contains("\r\n\r\n") }
        return stream
    }

    @Test func `a visitor has 16 streams, however many others have`() throws {
        let site = try Website(proxyUser: getuid())
        let streams = try (0..<16).map { _ in try stream("/live", of: "192.0.2.1", site) }
        #expect(streams.allSatisfy { $0.status == 200 })
        let refused = try stream("/live", of: "192.0.2.1", site)
        #expect(refused.status == 429 && refused.body == "this client has 16 streams\n")
        #expect(try stream("/live", of: "192.0.2.2", site).status == 200)
    }

    @Test func `a user of the Unix socket has 256 streams`() throws {
        let site = try Website()
        let streams = try (0..<256).map { _ in try stream("/live", of: "192.0.2.9", site) }
        #expect(try stream("/live", of: "192.0.2.9", site).status == 429)
        #expect(streams.allSatisfy { $0.status == 200 && !$0.hasEnded })
    }

    @Test func `visitors that follow most selectors make room for one that follows none`() throws {
        let site = try Website(proxyUser: getuid())
        let greedy = try (0..<100).map { number in
            try stream("/events?sources=s\(number)", of: "192.0.2.\(number / 16)", site)
        }
        let late = try stream("/events?sources=late", of: "198.51.100.1", site)
        #expect(late.status == 200)
        _ = try site.daemon.turn { greedy.contains { $0.isEndedStream } }
        #expect(greedy.count { $0.isEndedStream } == 1)
        // Among visitors with as many as each other, the one who asks is refused.
        let asking = try (0..<15).map { try stream("/events?sources=more\($0)", of: "198.51.100.1", site) }
        let refused = asking.filter { $0.status == 503 }
        #expect(refused.count == 3 && asking.count { $0.status == 200 } == 12)
        #expect(refused.allSatisfy { $0.body == "too many selectors are followed\n" })
    }

    @Test func `selectors that differ only in the order or repetition of elements are one`() throws {
        let site = try Website()
        let targets = [
            "/events?sources=a,b&where=x+exists&where=y+exists",
            "/events?sources=b,a,b&where=y+exists&where=x+exists",
            "/events?where=x+exists&where=y+exists&where=x+exists&sources=b&sources=a",
        ]
        let streams = try targets.map { try stream($0, of: "192.0.2.1", site) }
        #expect(streams.allSatisfy { $0.status == 200 })
        // That of all pages is the other one.
        _ = try site.daemon.turn { site.daemon.subscribers.count == 2 }
        #expect(site.daemon.subscribers.count == 2)
        let other = try stream("/events?sources=a,c&where=x+exists&where=y+exists", of: "192.0.2.1", site)
        _ = try site.daemon.turn { site.daemon.subscribers.count == 3 }
        #expect(other.status == 200 && site.daemon.subscribers.count == 3)
    }

    @Test func `at most 32 feeds catch up, and those of a visitor with most make room`() throws {
        let site = try Website(proxyUser: getuid())
        for _ in 0..<200 { try site.change() }
        let page = try stream("/live", of: "192.0.2.200", site)
        try page.wait { $0.text.contains("event: ready") }
        // These subscriptions remain incomplete.
        site.daemon.on("Subscribe") { _ in }
        let late = try (0..<60).map { try stream("/live?since=a.\($0)", of: "192.0.2.\($0 / 15)", site) }
        let refused = late.filter { $0.status == 503 }
        let cut = late.filter { $0.status == 200 && $0.isEndedStream }
        #expect(!refused.isEmpty && !cut.isEmpty && refused.count + cut.count == 28)
        #expect(refused.allSatisfy { $0.header("Retry-After") == "5" })
        #expect(refused.allSatisfy { $0.body == "too many streams catch up\n" })
        _ = try site.daemon.turn { site.daemon.subscribers.count == 33 }
        #expect(site.daemon.subscribers.count == 33)
        #expect(
            try stream("/live?since=a.3", of: "192.0.2.99", site).status == 200, "the same cursor is shared")
        #expect(try stream("/live?since=a.150", of: "192.0.2.99", site).status == 200)
        _ = try site.daemon.turn { site.daemon.subscribers.count == 33 }
        #expect(site.daemon.subscribers.count == 33)
        try site.change()
        try page.wait { $0.cursors.count == 1 }
        #expect(page.cursors == ["a.201"])
    }
}
