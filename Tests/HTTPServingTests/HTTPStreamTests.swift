import HTTPServing
import Systemd
import Testing

@Suite struct HTTPStreamTests {
    @Test func `a stream sends what its source has, when the source has it`() throws {
        let source = Script()
        var stream: HTTPStream?
        let site = try Site { stream = $1.respond(200, headers: [], streaming: source) }
        let client = site.client()
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.wait { $0.contains("\r\n\r\n") }
        source.pending = Array("one".utf8)
        stream?.wake()
        try client.wait { $0.contains("one") }
        source.pending = Array("two".utf8)
        stream?.wake()
        try client.wait { $0.contains("two") }
        #expect(client.text.contains("one") && client.text.contains("two"))
        stream?.finish()
        try client.wait { $0.hasSuffix("0\r\n\r\n") }
        #expect(source.hasEnded)
    }

    @Test func `a client that disconnects from a silent stream is noticed`() throws {
        let source = Script()
        var stream: HTTPStream?
        let site = try Site { stream = $1.respond(200, headers: [], streaming: source) }
        var client: TestClient? = site.client()
        client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try client?.wait { $0.contains("\r\n\r\n") }
        client = nil
        while !source.hasEnded { _ = try site.loop.turn(timeout: .milliseconds(20)) }
        #expect(source.hasEnded)
        #expect(stream != nil)
    }

    @Test func `a client that does not read costs a bounded amount`() throws {
        let source = Script()
        source.endless = true
        let site = try Site { _ = $1.respond(200, headers: [], streaming: source) }
        let client = site.client()
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        for _ in 0..<1000 { _ = try site.loop.turn(timeout: .zero) }
        #expect(source.readCount > 0)
        #expect(source.readCount < 1 << 20)
    }
}
