import CSystemd
import Glibc
import Records
import Systemd

/// A blocking connection of an HTTP client.
final class WebClient {
    /// The socket.
    let descriptor: CInt
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects to a port of this machine, as the client with a number: ten have the same address.
    ///
    /// - Throws: The system error if it cannot connect.
    init(_ port: UInt16, number: Int = 0) throws {
        descriptor = try BenchSocket.connect(port: port, number: number)
        BenchSocket.limitWaiting(descriptor, seconds: 60)
    }

    isolated deinit { close(descriptor) }

    /// Waits until a server accepts connections.
    static func awaitServer(at port: UInt16) throws {
        for _ in 0..<3_000 {
            if (try? WebClient(port)) != nil { return }
            usleep(20_000)
        }
        throw BenchError("no server listens on port \(port)")
    }

    /// Returns a request that browsers would send, without fields that do not matter.
    static func request(_ target: String, encoding: String? = nil) -> [UInt8] {
        let accepted = encoding.map { "Accept-Encoding: \($0)\r\n" } ?? ""
        return Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\(accepted)\r\n".utf8)
    }

    /// Sends a request.
    func send(_ request: [UInt8]) { BenchSocket.send(request, to: descriptor) }

    /// Returns what has arrived; waits for it.
    func receive() throws -> ArraySlice<UInt8> {
        let count = recv(descriptor, &room, room.count, 0)
        guard count >= 0 else { throw SystemError.last("recv", "a response") }
        guard count > 0 else { throw BenchError("the server has closed the connection") }
        return room[..<count]
    }

    /// Returns the content of the response to a request.
    func response(to request: [UInt8]) throws -> [UInt8] {
        send(request)
        var bytes: [UInt8] = []
        while true {
            bytes += try receive()
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            guard let field, let length = Int(field.drop { $0 != " " }.dropFirst()),
                head.hasPrefix("HTTP/1.1 200")
            else { throw BenchError("unexpected response: \(head)") }
            if bytes.count - end.upperBound >= length { return Array(bytes[end.upperBound...]) }
        }
    }
}

/// Clients that follow the changes of sources, each over a connection of its own.
final class WebStreams {
    private let loop: EventLoop
    private let poll: EpollSet
    private var clients: [WebClient] = []
    /// The texts that the streams have received since the last change.
    private var texts: [[UInt8]] = []

    /// Opens streams and waits until each of them is ready.
    init(_ count: Int, of sources: String, at port: UInt16) throws {
        loop = try EventLoop()
        poll = try EpollSet(on: loop)
        let request = WebClient.request("/events?sources=" + sources)
        for index in 0..<count {
            let client = try WebClient(port, number: index)
            clients.append(client)
            texts.append([])
            _ = try poll.add(client.descriptor, .reading) { [unowned self] _ in read(index) }
            client.send(request)
            try wait(for: "event: ready", in: [index])
        }
    }

    /// Waits until all streams have received a mark.
    ///
    /// - Returns: The moment of the commit, in microseconds since 1970.
    func wait(for mark: String) throws -> Int {
        try wait(for: mark, in: Array(texts.indices))
        let part = texts.first.map { $0.firstRange(of: Array(mark.utf8)).map { texts[0][..<$0.lowerBound] } }
        defer { for index in texts.indices { texts[index] = [] } }
        guard let part, let part, let name = part.ranges(of: Array("\"realtimeUSec\":".utf8)).last else {
            return 0
        }
        return Int(String(decoding: part[name.upperBound...].prefix { $0.isDigit }, as: UTF8.self)) ?? 0
    }

    private func wait(for text: String, in streams: [Int]) throws {
        let wanted = Array(text.utf8)
        let end = ContinuousClock.now + .seconds(60)
        for index in streams {
            while texts[index].firstRange(of: wanted) == nil {
                guard .now < end else { throw BenchError("a stream is silent") }
                _ = try loop.turn(timeout: .milliseconds(100))
            }
        }
    }

    private func read(_ index: Int) {
        guard let bytes = try? clients[index].receive() else {
            print("stream \(index) has ended")
            exit(1)
        }
        texts[index] += bytes
    }
}
