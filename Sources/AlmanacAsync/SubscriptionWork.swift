import AlmanacClient
import AlmanacValues
import Glibc
import Records
import Systemd
import Varlink

/// The work of the thread of a subscription: connects, reads events into the buffer, reconnects and resumes.
struct SubscriptionWork: ~Copyable {
    private let socket: DaemonSocket
    private let patterns: ChangePatterns
    private let buffer: EventBuffer
    private var progress: SubscriptionProgress
    private var hasConnected = false
    private var replica = ReplicaProgress()

    init(
        _ socket: DaemonSocket, options: SubscriptionOptions, patterns: ChangePatterns,
        into buffer: EventBuffer
    ) {
        self.socket = socket
        self.patterns = patterns
        self.buffer = buffer
        progress = SubscriptionProgress(options)
    }

    /// Runs until the buffer is cancelled or the daemon refuses the subscription.
    mutating func run() {
        while !buffer.isCancelled {
            let error = connection()
            guard !buffer.isCancelled else { return }
            if !hasConnected, let error, error.isPermanent { return buffer.finish(.failure(error)) }
            switch progress.disconnect(error) {
            case .startOver(let cursor): startOver(cursor)
            case .retry: pause(progress.nextDelay())
            case .refused(let error): return buffer.finish(.failure(error))
            }
        }
    }

    /// Reads the events of one connection until it ends.
    ///
    /// - Returns: The reason; `nil` if the daemon ended the subscription without an error.
    private mutating func connection() -> AlmanacError? {
        do throws(AlmanacError) {
            let wire = try Wire(to: socket.path, bell: buffer.bell.raw)
            hasConnected = true
            // Records of an incomplete snapshot are void when the daemon sends it again.
            if replica.isSnapshot, progress.beginning == .everything { startOver(nil) }
            replica.expect(progress.beginning)
            return try receive(from: wire)
        } catch {
            return error
        }
    }

    private mutating func receive(from wire: consuming Wire) throws(AlmanacError) -> AlmanacError? {
        let call = CallMessage(method: "io.almanac.Subscribe", parameters: progress.parameters, more: true)
        try wire.send(call.bytes(.nul)) { buffer.isCancelled }
        while !buffer.isCancelled {
            guard buffer.hasRoom else {
                wire.waitForBell()
                buffer.bell.silence()
                continue
            }
            guard let message = try wire.next() else {
                try wire.fill()
                buffer.bell.silence()
                continue
            }
            if let error = message.error {
                return AlmanacError(ServiceError(error, message.parameters))
            }
            if let event = Event(message.parameters) { receive(event) }
            if !message.continues { return nil }
        }
        return nil
    }

    private mutating func receive(_ event: Event) {
        let wasSnapshot = replica.isSnapshot
        progress.advance(past: event)
        replica.advance(past: event)
        switch event.kind {
        case .subscribed, .heartbeat: return
        case .ready where !wasSnapshot: return
        case .ready, .overflow, .snapshot, .added, .changed, .removed, .source: break
        }
        if patterns.match(event) { buffer.add(event) }
    }

    /// Reports that earlier events are void, as the daemon does when the log no longer contains them.
    private func startOver(_ cursor: String?) {
        let json: JSON = [
            "event": "overflow", "cursor": .string(cursor ?? ""), "realtimeUSec": .int(time(nil) * 1_000_000),
        ]
        if let event = Event(json) { buffer.add(event) }
    }

    /// Waits before the next attempt, unless the buffer is cancelled.
    private func pause(_ delay: Duration) {
        let end = ContinuousClock.now + delay
        while !buffer.isCancelled, case let rest = end - .now, rest > .zero {
            var poll = pollfd(fd: buffer.bell.raw, events: Int16(POLLIN), revents: 0)
            // An error ends the wait early; the loop then waits for the rest.
            _ = Glibc.poll(&poll, 1, CInt(clamping: rest.microseconds / 1000 + 1))
            buffer.bell.silence()
        }
    }
}

extension AlmanacError {
    /// Whether there is no daemon to connect to; one with a full queue will soon accept connections.
    fileprivate var isPermanent: Bool {
        if case .unreachable(let error) = self { error.code != EAGAIN } else { false }
    }
}
