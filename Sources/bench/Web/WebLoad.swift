import Glibc
import Systemd

/// Clients that send the same request again and again over connections that remain.
final class WebLoad {
    private static let connections = 16

    private let request: [UInt8]
    /// The bytes of a response with its head.
    private let size: Int
    private let clients: [WebClient]
    /// The bytes that each client has yet to receive.
    private var missing: [Int]
    private var ready: [pollfd]

    /// Connects the clients.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - request: The request, whose responses have the same length.
    /// - Throws: An error if the server does not respond.
    init(_ port: UInt16, _ request: [UInt8]) throws {
        self.request = request
        let clients = try (0..<WebLoad.connections).map { try WebClient(port, number: $0) }
        self.clients = clients
        let response = try clients[0].response(to: request)
        size = response.head.utf8.count + 4 + response.body.count
        missing = clients.map { _ in 0 }
        ready = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    /// Returns the number of responses per second.
    func rate(during duration: Duration) throws -> Double {
        for index in clients.indices { send(index) }
        let start = ContinuousClock.now
        var count = 0
        while ContinuousClock.now < start + duration { count += try serve(isSending: true) }
        let rate = Double(count) / (start.duration(to: .now) / .seconds(1))
        while missing.contains(where: { $0 > 0 }) { _ = try serve(isSending: false) }
        return rate
    }

    private func send(_ index: Int) {
        clients[index].send(request)
        missing[index] = size
    }

    /// Reads what has arrived; returns the number of complete responses.
    private func serve(isSending: Bool) throws -> Int {
        guard poll(&ready, nfds_t(ready.count), 5_000) > 0 else {
            throw BenchError(description: "the server does not respond")
        }
        var complete = 0
        for index in clients.indices where ready[index].revents != 0 {
            guard missing[index] > 0 else {
                throw BenchError(
                    description: "a response is longer than the first, or the server has disconnected")
            }
            missing[index] -= try clients[index].dropSome(missing[index])
            guard missing[index] == 0 else { continue }
            complete += 1
            if isSending { send(index) }
        }
        return complete
    }
}
