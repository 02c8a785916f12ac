import Glibc
import HTTPServing
import Systemd
import Testing

@Suite struct HTTPServerTests {
    @Test func `a request is answered, and the connection remains for the next one`() throws {
        let site = try Site { request, exchange in
            exchange.respond(
                HTTPResponse(200, headers: [("X-Path", request.rawPath)], body: Array(request.rawQuery.utf8)))
        }
        let client = site.client()
        client.send("GET /a%20b?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try client.wait { $0.hasSuffix("x=1") }
        #expect(client.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(client.text.contains("X-Path: /a%20b\r\n"))
        client.send("GET /c HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try client.wait { $0.contains("X-Path: /c\r\n") }
        #expect(!client.hasEnded)
    }

    @Test func `HEAD has the header fields of GET and no content`() throws {
        let site = try Site { $1.respond(HTTPResponse(200, body: Array("hello".utf8))) }
        let client = site.client()
        client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        try client.waitForEnd()
        #expect(client.text.contains("Content-Length: 5\r\n"))
        #expect(client.text.hasSuffix("\r\n\r\n"))
    }

    @Test func `an answer may follow later`() throws {
        var waiting: HTTPExchange?
        let site = try Site { waiting = $1 }
        let client = site.client()
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while waiting == nil { _ = try site.loop.turn(timeout: .milliseconds(20)) }
        waiting?.respond(HTTPResponse(200, body: Array("late".utf8)))
        try client.wait { $0.hasSuffix("late") }
        #expect(client.text.hasSuffix("late"))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        "GET relative HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func `an ambiguous or malformed request is refused and its connection closed`(_ request: String) throws {
        var count = 0
        let site = try Site {
            count += 1
            $1.respond(HTTPResponse(200))
        }
        let client = site.client()
        client.send(request)
        try client.waitForEnd()
        #expect(count == 0)
        #expect(client.text.hasPrefix("HTTP/1.1 4") || client.text.isEmpty)
    }

    @Test func `a request whose head is too long is refused`() throws {
        let site = try Site { $1.respond(HTTPResponse(200)) }
        let client = site.client()
        let long = String(repeating: "x", count: 30_000)
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Long: \(long)\r\n\r\n")
        try client.waitForEnd()
        #expect(!client.text.contains("200 OK"))
    }

    @Test func `a client that sends its request slowly is disconnected`() throws {
        var limits = HTTPLimits()
        limits.patience = .milliseconds(20)
        let site = try Site(limits: limits) { $1.respond(HTTPResponse(200)) }
        let client = site.client()
        client.send("GET / HTTP/1.1\r\nHost:")
        try client.waitForEnd()
        #expect(client.hasEnded)
        while site.server.connectionCount > 0 { _ = try site.loop.turn(timeout: .milliseconds(20)) }
        #expect(site.server.connectionCount == 0)
    }

    @Test func `stopping the server ends waiting requests and streams`() throws {
        let source = Script()
        var streams: [HTTPStream] = []
        let site = try Site { request, exchange in
            if request.rawPath == "/stream" {
                streams.append(exchange.respond(200, headers: [], streaming: source))
            }
        }
        let waiting = site.client()
        waiting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let streaming = site.client()
        streaming.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        try streaming.wait { $0.contains("\r\n\r\n") }
        site.server.stop()
        try waiting.waitForEnd()
        try streaming.waitForEnd()
        #expect(waiting.hasEnded && streaming.hasEnded)
        #expect(source.hasEnded)
    }
}
