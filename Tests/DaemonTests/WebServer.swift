import Systemd
import TestServer

/// A server on 127.0.0.1 that answers each request as the test requires.
final class WebServer {
    /// A request.
    struct Question {
        /// The path and query, with commas as they are.
        let target: String
        /// The head of the request as received.
        let head: String

        init(_ head: String) {
            self.head = head
            let words = head.split(separator: " ")
            target = words.count > 1 ? String(words[1]).replacing("%2C", with: ",") : ""
        }

        /// The value of a query parameter; empty if it is missing.
        subscript(name: String) -> String {
            let pairs = target.split(separator: "?").dropFirst().first?.split(separator: "&") ?? []
            return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
        }
    }

    /// The response to a request.
    struct Reply {
        var status = "200 OK"
        var headers: [String] = []
        var body = ""
    }

    /// Returns the response to a request.
    var answer: (Question) -> Reply = { _ in Reply(status: "404 Not Found") }
    private let server: HTTPServer

    init(on loop: EventLoop) throws {
        server = try HTTPServer(on: loop)
        server.script = { [unowned self] head in
            let reply = answer(Question(head))
            return [.answer(reply.status, reply.headers.map { $0 + "\r\n" }.joined(), reply.body)]
        }
    }

    /// The requests so far.
    var questions: [Question] { server.heads.map(Question.init) }

    /// Returns the address of a document on this server.
    func url(_ path: String) -> String { server.url(path) }
}
