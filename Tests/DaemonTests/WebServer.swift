import Systemd
import TestServer

/// A server on 127.0.0.1 that answers each request with what a test says.
final class WebServer {
    /// What was asked for.
    struct Question {
        /// The path with what stands behind `?`, commas as they are.
        let target: String
        /// The head of the request as it came.
        let head: String

        init(_ head: String) {
            self.head = head
            let words = head.split(separator: " ")
            target = words.count > 1 ? String(words[1]).replacing("%2C", with: ",") : ""
        }

        /// What stands behind a name in the query; empty when nothing does.
        subscript(name: String) -> String {
            let pairs = target.split(separator: "?").dropFirst().first?.split(separator: "&") ?? []
            return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
        }
    }

    /// What is answered.
    struct Reply {
        var status = "200 OK"
        var headers: [String] = []
        var body = ""
    }

    /// What to answer.
    var answer: (Question) -> Reply = { _ in Reply(status: "404 Not Found") }
    private let server: HTTPServer

    init(on loop: EventLoop) throws {
        server = try HTTPServer(on: loop)
        server.script = { [unowned self] head in
            let reply = answer(Question(head))
            return [.answer(reply.status, reply.headers.map { $0 + "\r\n" }.joined(), reply.body)]
        }
    }

    /// What was asked so far.
    var questions: [Question] { server.heads.map(Question.init) }

    /// The address of a document here.
    func url(_ path: String) -> String { server.url(path) }
}
