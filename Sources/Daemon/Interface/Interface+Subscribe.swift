import Records
import Systemd
import Varlink

extension Interface {
    /// The state and then every change, or what was missed and then every change.
    func subscribe(_ call: Call) {
        guard let kind = kind(of: call) else { return }
        if let limit = subscribers.limitReached(by: call.channel.uid) {
            return call.fail("io.almanac.TooManySubscribers", ["limit": .int(limit)])
        }
        guard let text = call.parameters["since"]?.string else {
            return begin(call, kind, withSnapshot: call.parameters["snapshot"]?.bool ?? true)
        }
        guard let cursor = Cursor(text) else { return call.fail(.invalidParameter("since")) }
        resume(call, kind, after: cursor)
    }

    /// What a call wants; fails the call when that cannot be.
    private func kind(of call: Call) -> ReaderKind? {
        if let kind = call.understood as? ReaderKind, kind.form == .reply(call.framing) { return kind }
        guard let selector = selector(of: call) else { return nil }
        let beat = call.parameters["heartbeatUSec"]?.int.map { Duration.microseconds($0) }
        if let beat, beat < .seconds(1) {
            call.fail(.invalidParameter("heartbeatUSec"))
            return nil
        }
        let wish = Subscribers.Wish(
            identity: .init(selector: selector, form: .reply(call.framing)),
            joins: call.parameters["conflate"]?.bool ?? false, heartbeat: beat)
        let kind = subscribers.kind(of: wish)
        call.understood = kind
        return kind
    }

    /// Goes on with a call that was made to the run of the daemon before.
    func proceed(_ call: Call, _ kept: KeptReader) -> Subscriber {
        let subscriber = subscribers.add(
            call.channel, answering: call, subscribers.kind(of: kept.wish), after: kept.cursor.number)
        subscriber.proceed(kept)
        return subscriber
    }

    private func begin(_ call: Call, _ kind: ReaderKind, withSnapshot: Bool) {
        let subscriber = subscribers.add(call.channel, answering: call, kind, after: broadcast.end)
        if withSnapshot { subscriber.beginWithSnapshot() } else { subscriber.resume() }
    }

    private func resume(_ call: Call, _ kind: ReaderKind, after cursor: Cursor) {
        let startsOver = call.parameters["snapshot"]?.bool ?? cursor.startsOver
        archive.number(of: cursor) { [self] result in
            guard !call.isOver else { return }
            guard case .success(let (number, oldest)) = result else {
                return end(call, result) { _ in .null }
            }
            if startsOver { return begin(call, kind, withSnapshot: true) }
            guard let number else {
                return call.fail("io.almanac.CursorExpired", ["oldest": .string(oldest.description)])
            }
            subscribers.add(call.channel, answering: call, kind, after: number).resume()
        }
    }
}
