import Fetching
import Records
import Systemd
import TestServer
import Testing

/// Connections over which a server sends bytes without being asked.
@Suite(.serialized) struct StreamTests {
    /// The documents and failures that a connection received.
    private final class Received {
        var bytes: [UInt8] = []
        var opened = 0
        var failure: FetchFailure?
        var stream: StreamConnection?

        func add(_ event: StreamEvent) {
            switch event {
            case .opened: opened += 1
            case .bytes(let more): bytes += more
            case .closed(let failure): self.failure = failure
            }
        }
    }

    private static func connect(_ lab: Lab, _ request: FetchRequest) throws -> Received {
        let received = Received()
        received.stream = try lab.fetcher.stream(request) { [unowned received] in received.add($0) }
        return received
    }

    /// A server that sends lines with TLS.
    private static func secure(_ directory: String, name: String = "DNS:localhost") throws -> TLSServer {
        try shell(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test"
                + " -addext subjectAltName=\(name) -keyout \(directory)/key -out \(directory)/cert 2>/dev/null"
        )
        return try TLSServer(sending: 3000, "-cert \(directory)/cert -key \(directory)/key")
    }

    private static func request(_ port: Int, caFile: String?) -> FetchRequest {
        var request = FetchRequest(url: "https://localhost:\(port)/", userAgent: "test")
        request.allowPrivate = true
        request.caFile = caFile
        return request
    }

    @Test func `a server without TLS sends bytes, and its end is a failure`() throws {
        let lab = try Lab()
        lab.server.greeting = [.say("<alert>"), .say("</alert>"), .close]
        let received = try StreamTests.connect(lab, lab.request())
        try lab.turn { received.failure != nil }
        #expect(String(decoding: received.bytes, as: UTF8.self) == "<alert></alert>")
        #expect(received.opened == 1 && received.failure?.reason == .connect)
        #expect(lab.server.heads.isEmpty)
    }

    @Test func `a connection that pauses receives nothing until it resumes`() throws {
        let lab = try Lab()
        lab.server.greeting = [.forever(Array("<alert/>".utf8))]
        let received = try StreamTests.connect(lab, lab.request())
        try lab.turn { received.bytes.count > 100_000 }
        received.stream?.pause()
        let count = received.bytes.count
        for _ in 0..<20 { _ = try lab.loop.turn(timeout: .zero) }
        #expect(received.bytes.count == count)
        received.stream?.resume()
        try lab.turn { received.bytes.count > count + 1_000_000 }
        received.stream?.cancel()
        #expect(received.failure == nil)
    }

    @Test func `a server with TLS and a trusted certificate sends bytes`() throws {
        let directory = try TemporaryDirectory()
        let (lab, server) = (try Lab(), try StreamTests.secure(directory.path))
        let received = try StreamTests.connect(
            lab, StreamTests.request(server.port, caFile: "\(directory.path)/cert"))
        try lab.turn("\(received.failure as Any)") {
            received.failure != nil || received.bytes.split(separator: .newline).count == 3000
        }
        #expect(received.failure == nil && received.opened == 1)
        let lines = received.bytes.split(separator: .newline).map { String(decoding: $0, as: UTF8.self) }
        #expect(lines == (1...3000).map { "\($0)" })
    }

    @Test(arguments: [true, false])
    func `an unknown certificate, or one of another host, is refused`(isUnknown: Bool) throws {
        let directory = try TemporaryDirectory()
        let name = isUnknown ? "DNS:localhost" : "DNS:other.example"
        let (lab, server) = (try Lab(), try StreamTests.secure(directory.path, name: name))
        let received = try StreamTests.connect(
            lab, StreamTests.request(server.port, caFile: isUnknown ? nil : "\(directory.path)/cert"))
        try lab.turn { received.failure != nil }
        #expect(received.failure?.reason == .tls && received.opened == 0 && received.bytes.isEmpty)
    }

    @Test func `addresses of this machine need permission, and those of the Internet need TLS`() throws {
        let lab = try Lab()
        var request = lab.request()
        request.allowPrivate = false
        var received = try StreamTests.connect(lab, request)
        try lab.turn { received.failure != nil }
        #expect(received.failure?.reason == .policy && lab.server.connections == 0)
        request = FetchRequest(url: "http://192.0.1.1:8080/", userAgent: "test")
        request.allowPrivate = true
        received = try StreamTests.connect(lab, request)
        try lab.turn { received.failure != nil }
        #expect(received.failure?.reason == .policy)
        #expect(received.failure?.message.hasSuffix("a stream from there needs tls://") == true)
    }

    @Test func `a connection that is cancelled once it has failed reports nothing`() throws {
        let lab = try Lab()
        var request = lab.request()
        request.allowPrivate = false
        let received = try StreamTests.connect(lab, request)
        // It has failed when this is called, and would report that later.
        lab.loop.next { received.stream?.cancel() }
        for _ in 0..<20 { _ = try lab.loop.turn(timeout: .zero) }
        #expect(received.failure == nil)
    }

    @Test func `a port on which nothing listens, and a machine without a route, are failures`() throws {
        let lab = try Lab()
        let received = try StreamTests.connect(lab, StreamTests.request(1, caFile: nil))
        try lab.turn { received.failure != nil }
        #expect(received.failure?.reason == .connect)
        lab.setRoute(false)
        let request = FetchRequest(url: "https://stream.example:8443/", userAgent: "test")
        let other = try StreamTests.connect(lab, request)
        try lab.turn { other.failure != nil }
        #expect(other.failure?.reason == .offline)
    }

    @Test func `a cancelled connection is closed, and reports nothing`() throws {
        let lab = try Lab()
        lab.server.greeting = [.say("x"), .keepSilent]
        let received = try StreamTests.connect(lab, lab.request())
        try lab.turn { received.bytes.count == 1 }
        received.stream?.cancel()
        received.stream = nil
        try lab.turn { lab.server.open == 0 }
        #expect(received.failure == nil)
    }
}
