import Glibc
import Records
import Systemd

/// A server on 127.0.0.1 that answers each request with what a test says, on the loop of the test.
final class WebServer {
    /// What was asked for.
    struct Question {
        /// The path with what stands behind `?`, commas as they are.
        let target: String
        /// The head of the request as it came.
        let head: String

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

    /// What was asked so far.
    private(set) var questions: [Question] = []
    /// What to answer.
    var answer: (Question) -> Reply = { _ in Reply(status: "404 Not Found") }

    private let port: Int
    private let loop: EventLoop
    private let listener: FileDescriptor
    private var watch: IOWatch?
    private var peers: [CInt: Peer] = [:]

    private final class Peer {
        let descriptor: FileDescriptor
        var watch: IOWatch?
        var input: [UInt8] = []

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    init(on loop: EventLoop) throws {
        self.loop = loop
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        listener = FileDescriptor(owning: socket(AF_INET, kind, 0))
        port = try WebServer.bindToLoopback(listener.raw)
        guard listen(listener.raw, 64) == 0 else { throw SystemError.last("listen") }
        watch = try loop.watch(listener.raw, for: .reading) { [unowned self] _ in accept() }
    }

    /// The address of a document here.
    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private func accept() {
        while let made = try? FileDescriptor.accept(on: listener.raw) {
            let raw = made.raw
            peers[raw] = Peer(made)
            peers[raw]?.watch = try? loop.watch(raw, for: .reading) { [unowned self] _ in serve(raw) }
        }
    }

    private func serve(_ raw: CInt) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(raw, &bytes, bytes.count, 0)
        guard count > 0 else {
            peers[raw] = nil
            return
        }
        peers[raw]?.input += bytes[..<count]
        let text = String(decoding: peers[raw]?.input ?? [], as: UTF8.self)
        guard text.hasSuffix("\r\n\r\n") else { return }
        peers[raw]?.input = []
        reply(to: text, raw)
    }

    private func reply(to head: String, _ raw: CInt) {
        let target = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let question = Question(target: target.replacing("%2C", with: ","), head: head)
        questions.append(question)
        let reply = answer(question)
        let length = reply.status.hasPrefix("304") ? [] : ["Content-Length: \(reply.body.utf8.count)"]
        let lines = ["HTTP/1.1 \(reply.status)"] + reply.headers + length + ["", ""]
        let bytes = Array((lines.joined(separator: "\r\n") + reply.body).utf8)
        // Answers of tests are smaller than what a socket takes at once.
        precondition(send(raw, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count, "short write")
    }

    private static func bindToLoopback(_ raw: CInt) throws -> Int {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(raw, place, length) == 0 ? getsockname(raw, place, &length) : -1
            }
        }
        guard result == 0 else { throw SystemError.last("bind") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
