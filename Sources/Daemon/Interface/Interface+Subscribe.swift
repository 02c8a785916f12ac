import Records
import Systemd
import Varlink

extension Interface {
    /// The state and then every change, or what was missed and then every change.
    func subscribe(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let beat = call.parameters["heartbeatUSec"]?.int.map { Duration.microseconds($0) }
        if let beat, beat < .seconds(1) { return call.fail(.invalidParameter("heartbeatUSec")) }
        if let limit = subscribers.limitReached(by: call.channel.uid) {
            return call.fail("io.almanac.TooManySubscribers", ["limit": .int(limit)])
        }
        let wish = Subscribers.Wish(
            identity: .init(selector: selector, form: .reply(call.framing)),
            joins: call.parameters["conflate"]?.bool ?? false, heartbeat: beat)
        guard let text = call.parameters["since"]?.string else {
            return begin(call, wish, withSnapshot: call.parameters["snapshot"]?.bool ?? true)
        }
        guard let cursor = Cursor(text) else { return call.fail(.invalidParameter("since")) }
        resume(call, wish, after: cursor)
    }

    /// Goes on with a call that was made to the run of the daemon before.
    func proceed(_ call: Call, _ kept: KeptReader) -> Subscriber {
        let subscriber = subscribers.add(
            call.channel, answering: call, kept.wish, after: kept.cursor.number)
        subscriber.proceed(kept)
        return subscriber
    }

    private func begin(_ call: Call, _ wish: Subscribers.Wish, withSnapshot: Bool) {
        let subscriber = subscribers.add(call.channel, answering: call, wish, after: broadcast.end)
        if withSnapshot { subscriber.beginWithSnapshot() } else { subscriber.resume() }
    }

    private func resume(_ call: Call, _ wish: Subscribers.Wish, after cursor: Cursor) {
        let startsOver = call.parameters["snapshot"]?.bool ?? cursor.startsOver
        archive.number(of: cursor) { [self] result in
            guard !call.isOver else { return }
            guard case .success(let (number, oldest)) = result else {
                return end(call, result) { _ in .null }
            }
            if startsOver { return begin(call, wish, withSnapshot: true) }
            guard let number else {
                return call.fail("io.almanac.CursorExpired", ["oldest": .string(oldest.description)])
            }
            subscribers.add(call.channel, answering: call, wish, after: number).resume()
        }
    }
}
