import Glibc
import Records

/// All clients of the daemon.
final class Clients {
    private let path: String
    private(set) var subscribers: [Subscriber] = []
    private var calls: [Wire] = []

    init(path: String) { self.path = path }

    /// Adds a subscriber, which connects as soon as it can.
    func add(_ subscriber: Subscriber) {
        subscribers.append(subscriber)
        subscriber.connect(to: path)
    }

    /// Calls a method once; `then` receives the reply, or `nil` if the connection ended before. It is not
    /// called if the machine ends.
    func call(
        _ method: String, _ parameters: JSON = .object([]), as user: UInt32 = 0,
        then: @escaping (JSON?) -> Void
    ) {
        guard let wire = Wire(path: path, as: user) else { return then(nil) }
        wire.take = { [unowned self, unowned wire] message in
            finish(wire)
            then(message)
        }
        wire.closed = { [unowned self, unowned wire] in
            finish(wire)
            then(nil)
        }
        calls.append(wire)
        wire.call("io.almanac." + method, parameters)
    }

    private func finish(_ wire: Wire) {
        calls.removeAll { $0 === wire }
        wire.close()
    }

    /// Receives what has arrived for any client.
    ///
    /// - Returns: Whether anything has.
    func serve() -> Bool {
        let wires = calls + subscribers.compactMap(\.readingWire)
        // One call of the system for all of them: most turns of the daemon send nothing.
        var polled = wires.map(\.polled)
        guard poll(&polled, nfds_t(polled.count), 0) > 0 else { return false }
        for (wire, entry) in zip(wires, polled) where entry.revents != 0 && wire.isOpen { wire.receive() }
        return true
    }

    /// Closes all connections, unless the service manager keeps them or the system has closed them.
    func daemonEnded(keepsConnections: Bool) {
        guard !keepsConnections else { return }
        for wire in calls { wire.close() }
        calls = []
        for subscriber in subscribers { subscriber.reconnect() }
    }
}
