import Glibc
import Systemd
import TestServer

/// An HTTP server in this process, which answers only while this process serves.
final class Upstream {
    /// The number of requests so far.
    private(set) var requests = 0
    private let loop: EventLoop
    private let server: HTTPServer

    /// Listens on a free port.
    ///
    /// - Parameter answer: Returns the answer to a request with a head.
    /// - Throws: The system error.
    init(_ answer: @escaping (_ head: String) -> HTTPServer.Act) throws {
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        server.script = { [unowned self] head in
            requests += 1
            return [answer(head)]
        }
    }

    /// Returns the address of a document.
    func address(_ path: String) -> String { server.url("/\(path)") }

    /// Returns the words of a request's path, which slashes separate, without its query.
    static func path(in head: String) -> [Substring] {
        let target = head.split(separator: " ", maxSplits: 2).dropFirst().first ?? ""
        return target.prefix { $0 != "?" }.split(separator: "/")
    }

    /// Serves for a number of seconds.
    func serve(for seconds: Double) throws {
        let end = Clock.wall + seconds * 1e9
        while Clock.wall < end { _ = try loop.turn(timeout: .milliseconds(50)) }
    }

    /// Serves until a condition holds.
    ///
    /// - Throws: An error after ten minutes.
    func serve(until isDone: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(600)
        while try !isDone() {
            guard .now < end else { throw BenchError("what is expected of the daemon does not happen") }
            _ = try loop.turn(timeout: .milliseconds(1))
        }
    }
}
