import Glibc
import Reactive
import Records
import Showing
import Systemd
import Varlink

/// The daemon at the other end of its socket.
final class DaemonConnection {
    /// What turns while an answer is awaited.
    let loop: EventLoop
    /// Where the daemon listens.
    let socket: String
    private let isUser: Bool
    private var client: Client?

    /// How long an answer may take that waits for nothing but the daemon.
    private static let patience = Duration.seconds(30)

    init(socket: String, isUser: Bool) throws(Complaint) {
        (self.socket, self.isUser) = (socket, isUser)
        do {
            loop = try EventLoop()
        } catch {
            throw Complaint(.unavailable, "\(error)")
        }
    }

    /// The one answer to a call of io.almanac.
    func ask(_ method: String, _ parameters: JSON = .object([])) throws(Complaint) -> JSON {
        let client = try kept()
        var (answer, end): (JSON, Subscribers.Completion<VarlinkError>?) = (.object([]), nil)
        let call = client.call("io.almanac.\(method)", parameters)
            .sink(receiveCompletion: { end = $0 }, receiveValue: { answer = $0.parameters })
        defer { call.cancel() }
        var isLate = false
        let patience = loop.after(DaemonConnection.patience, slack: .seconds(1)) { isLate = true }
        defer { patience.cancel() }
        try turn { end != nil || isLate }
        if end == nil {
            throw unreachable("it took the call, but did not answer for \(span(DaemonConnection.patience))")
        }
        if case .failure(let error)? = end { throw complaint(error) }
        return answer
    }

    /// The connection over which one question follows another.
    private func kept() throws(Complaint) -> Client {
        if let client, !client.isClosed { return client }
        let fresh = try connect()
        client = fresh
        return fresh
    }

    /// A connection of its own, for a call that goes on.
    func connect() throws(Complaint) -> Client {
        do {
            return try Client(path: socket, on: loop)
        } catch {
            throw unreachable("\(error)")
        }
    }

    /// Lets the loop turn until something has come to be.
    func turn(until isDone: () -> Bool) throws(Complaint) {
        do {
            while !isDone() { _ = try loop.turn(timeout: .seconds(60)) }
        } catch {
            throw Complaint(.unavailable, "\(error)")
        }
    }

    /// The complaint that nobody answers, and how to start who should.
    func unreachable(_ why: String) -> Complaint {
        let start = isUser ? "systemctl --user start almanacd" : "systemctl start almanacd"
        let own = isUser || getuid() == 0 ? [] : ["or one of your own: systemctl --user start almanacd"]
        return Complaint(
            .unavailable, "almanacd does not answer at \(socket)",
            hints: [why, "to start it: \(start)"] + own)
    }
}
