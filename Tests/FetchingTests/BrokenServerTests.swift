import Fetching
import Systemd
import TestServer
import Testing

/// The faulty responses of Tests/System/broken-server, over keep-alive connections.
@Suite("Faulty responses of a real server", .serialized) struct BrokenServerTests {
    private let lab: Lab
    private let server: ServerProcess
    private let kinds: [String]

    init() throws {
        lab = try Lab { $0.transfersPerHost = 16 }
        let script =
            #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/System/broken-server"
        server = try ServerProcess("exec python3 '\(script)' 2>/dev/null") { line in
            line.hasPrefix("PORT ") ? Int(line.dropFirst(5)) : nil
        }
        let list = try lab.document(BrokenServerTests.request("list", at: server.port))
        let bytes = try list.body.prefix(list.body.count)
        kinds = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func request(_ name: String, at port: Int) -> FetchRequest {
        var request = FetchRequest(url: "http://127.0.0.1:\(port)/\(name)", userAgent: "almanacd/0 (+test)")
        request.allowHTTP = true
        request.allowPrivate = true
        request.timeout = .milliseconds(300)
        request.maximumBytes = 1 << 16
        return request
    }

    private func request(_ name: String) -> FetchRequest { Self.request(name, at: server.port) }

    /// Requests the valid table; returns whether it arrived.
    ///
    /// Surplus bytes of a faulty response that arrive late spoil the next request of their connection, which
    /// ends the connection; of those that were used, at most 16 remain open.
    private func good() throws -> Bool {
        var request = request("good")
        request.timeout = Lab.limit
        for _ in 0..<16 {
            if let document = try? lab.document(request) { return document.body.count == 15 }
        }
        return try lab.document(request).body.count == 15
    }

    @Test func `each faulty response has a result, and a good request afterwards succeeds`() throws {
        #expect(kinds.count >= 60)
        #expect(try good())
        for batch in stride(from: 0, to: kinds.count, by: 16) {
            let names = kinds[batch..<min(batch + 16, kinds.count)]
            let results = try lab.askAll(names.map(request))
            #expect(results.count == names.count)
            #expect(try good(), "after \(names)")
        }
    }

    @Test func `faulty and cut responses leave no connection open`() throws {
        #expect(try good())
        let before = openSockets()
        var chance = Seeded(state: 11)
        let fast = kinds.filter { !$0.hasSuffix("silent") && !$0.hasSuffix("drip") && $0 != "gzip-bomb" }
        for _ in 0..<40 {
            let names = (0..<12).map { _ in
                Bool.random(using: &chance) ? "cut" : fast.randomElement(using: &chance) ?? "good"
            }
            #expect(try lab.askAll(names.map(request)).count == 12)
        }
        #expect(try good())
        // Only idle connections for later requests may remain open, of which there are at most 64.
        #expect(openSockets() - before <= 64)
    }
}
