import Systemd
import TestServer

/// A server of tables that never change: it answers conditional requests with 304.
final class IdleUpstream {
    /// The number of requests so far.
    private(set) var requests = 0
    private let loop: EventLoop
    private let server: HTTPServer

    /// Starts it.
    ///
    /// - Throws: The system error.
    init() throws {
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        let rows = (0..<100).map { "\($0),Record \($0),\($0 * 7)\n" }.joined()
        server.script = { [unowned self] head in
            requests += 1
            let isKnown = head.lowercased().contains("if-none-match: \"1\"")
            return [
                isKnown
                    ? .answer("304 Not Modified", "ETag: \"1\"\r\n")
                    : .answer("200 OK", "ETag: \"1\"\r\nContent-Type: text/csv\r\n", "id,name,value\n" + rows)
            ]
        }
    }

    /// Returns the address of a document.
    func address(_ path: String) -> String { server.url("/\(path)") }

    /// Answers requests for a number of seconds.
    ///
    /// - Throws: The system error.
    func serve(for seconds: Double) throws {
        let end = Measure.wall + seconds * 1e9
        while Measure.wall < end { _ = try loop.turn(timeout: .milliseconds(50)) }
    }

    /// Answers requests until a process has ended.
    ///
    /// - Throws: The system error.
    func serve(until isOver: () -> Bool) throws {
        while !isOver() { _ = try loop.turn(timeout: .milliseconds(1)) }
    }
}
