import Records
import Subscribing
import Systemd
import Varlink

extension Interface {
    /// Starts a subscription: a snapshot or the missed changes, then every change.
    func subscribe(_ call: Call) {
        guard let request = subscribeRequest(of: call) else { return }
        if let limit = subscribers.limitReached(by: call.channel) {
            return call.fail("io.almanac.TooManySubscribers", ["limit": .int(limit)])
        }
        guard let text = request.since else {
            return subscribe(call, request.kind, withSnapshot: request.snapshot ?? true)
        }
        guard let cursor = Cursor(text) else { return call.fail(.invalidParameter("since")) }
        resume(call, request, after: cursor)
    }

    /// Returns what a call requests, which calls with the same message share; fails the call if its options
    /// are invalid.
    private func subscribeRequest(of call: Call) -> SubscribeRequest? {
        if let request = call.understood as? SubscribeRequest, request.form == .reply(call.framing) {
            return request
        }
        guard let kind = kind(of: call) else { return nil }
        let request = SubscribeRequest(
            kind, since: call.parameters["since"]?.string, snapshot: call.parameters["snapshot"]?.bool)
        call.understood = request
        return request
    }

    /// Returns the shared state of subscribers with the options of a call; fails the call if they are
    /// invalid.
    private func kind(of call: Call) -> SubscriptionKind? {
        guard let selector = selector(of: call) else { return nil }
        let beat = call.parameters["heartbeatUSec"]?.int.map { Duration.microseconds($0) }
        if let beat, beat < .seconds(1) {
            call.fail(.invalidParameter("heartbeatUSec"))
            return nil
        }
        let options = SubscriptionOptions(
            selector: selector, form: .reply(call.framing),
            joins: call.parameters["conflate"]?.bool ?? false, heartbeat: beat)
        return subscribers.kind(of: options) { [self] in warnings(about: selector) }
    }

    /// Continues a call that the previous run of the daemon received.
    func proceed(_ call: Call, as kept: KeptSubscriber) -> ChangeSubscriber {
        let subscriber = subscribers.add(
            call.channel, answering: call, kind: subscribers.kind(of: kept.options), after: kept.cursor.number
        )
        subscriber.proceed(kept)
        return subscriber
    }

    private func subscribe(_ call: Call, _ kind: SubscriptionKind, withSnapshot: Bool) {
        let subscriber = subscribers.add(call.channel, answering: call, kind: kind, after: broadcast.end)
        if withSnapshot { subscriber.startWithSnapshot() } else { subscriber.resume() }
    }

    private func resume(_ call: Call, _ request: SubscribeRequest, after cursor: Cursor) {
        let kind = request.kind
        let startsOver = request.snapshot ?? cursor.startsOver
        let reading = archive.place(of: cursor, for: call.channel.uid) { [self] result in
            guard !call.isOver else { return }
            guard case .success(let place) = result else { return finish(call, result) { _ in .null } }
            if startsOver { return subscribe(call, kind, withSnapshot: true) }
            let missing = place.trimmed.filter { kind.wants($0.source) }
            guard let number = place.number, missing.isEmpty else {
                let oldest = missing.map(\.oldest).max { $0.number < $1.number } ?? place.oldest
                return call.fail("io.almanac.CursorExpired", ["oldest": .string(oldest.description)])
            }
            subscribers.add(call.channel, answering: call, kind: kind, after: number).resume()
        }
        call.wait(for: reading)
    }
}

/// The parameters of `Subscribe`, read once for all calls with the same message.
private final class SubscribeRequest {
    /// The shared state of subscribers with these options.
    let kind: SubscriptionKind
    /// The wire format of the kind.
    let form: WireFormat
    /// The cursor to continue at, as the client wrote it.
    let since: String?
    /// Whether the client requests a snapshot; `nil` if it leaves that to the daemon.
    let snapshot: Bool?

    init(_ kind: SubscriptionKind, since: String?, snapshot: Bool?) {
        self.kind = kind
        form = kind.options.form
        self.since = since
        self.snapshot = snapshot
    }
}
