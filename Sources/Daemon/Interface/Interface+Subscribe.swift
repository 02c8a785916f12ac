import Records
import Subscribing
import Systemd
import Varlink

extension Interface {
    /// Starts a subscription: a snapshot or the missed changes, then every change.
    func subscribe(_ call: Call) {
        guard let kind = kind(of: call) else { return }
        if let limit = subscribers.limitReached(by: call.channel) {
            return call.fail("io.almanac.TooManySubscribers", ["limit": .int(limit)])
        }
        guard let text = call.parameters["since"]?.string else {
            return begin(call, kind, withSnapshot: call.parameters["snapshot"]?.bool ?? true)
        }
        guard let cursor = Cursor(text) else { return call.fail(.invalidParameter("since")) }
        resume(call, kind, after: cursor)
    }

    /// Returns the shared state of subscribers with the options of a call; fails the call if they are
    /// invalid.
    private func kind(of call: Call) -> SubscriptionKind? {
        if let kind = call.understood as? SubscriptionKind, kind.options.form == .reply(call.framing) {
            return kind
        }
        guard let selector = selector(of: call) else { return nil }
        let beat = call.parameters["heartbeatUSec"]?.int.map { Duration.microseconds($0) }
        if let beat, beat < .seconds(1) {
            call.fail(.invalidParameter("heartbeatUSec"))
            return nil
        }
        let options = SubscriptionOptions(
            selector: selector, form: .reply(call.framing),
            joins: call.parameters["conflate"]?.bool ?? false, heartbeat: beat)
        let kind = subscribers.kind(of: options) { [self] in warnings(about: selector) }
        call.understood = kind
        return kind
    }

    /// Continues a call that the previous run of the daemon received.
    func proceed(_ call: Call, as kept: KeptSubscriber) -> ChangeSubscriber {
        let subscriber = subscribers.add(
            call.channel, answering: call, kind: subscribers.kind(of: kept.options), after: kept.cursor.number
        )
        subscriber.proceed(kept)
        return subscriber
    }

    private func begin(_ call: Call, _ kind: SubscriptionKind, withSnapshot: Bool) {
        let subscriber = subscribers.add(call.channel, answering: call, kind: kind, after: broadcast.end)
        if withSnapshot { subscriber.beginWithSnapshot() } else { subscriber.resume() }
    }

    private func resume(_ call: Call, _ kind: SubscriptionKind, after cursor: Cursor) {
        let startsOver = call.parameters["snapshot"]?.bool ?? cursor.startsOver
        let reading = archive.place(of: cursor, for: call.channel.uid) { [self] result in
            guard !call.isOver else { return }
            guard case .success(let place) = result else { return end(call, result) { _ in .null } }
            if startsOver { return begin(call, kind, withSnapshot: true) }
            guard let number = place.number else {
                return call.fail("io.almanac.CursorExpired", ["oldest": .string(place.oldest.description)])
            }
            subscribers.add(call.channel, answering: call, kind: kind, after: number).resume()
        }
        call.wait(for: reading)
    }
}
