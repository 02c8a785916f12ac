import Reactive
import Records
import Varlink

extension Interface {
    /// Has sources asked now, as far as their upstreams allow; what runs already is shared. Who waits has joins made
    /// of what the others became.
    func refresh(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let wanted = sources.names(wantedBy: selector).compactMap {
            SourceName($0).flatMap { sources.running[$0] }
        }
        let now = wall()
        let held = wanted.filter { $0.hold(at: now) > .zero }
        let started = wanted.filter { $0.hold(at: now) <= .zero }
        let reply = JSON.members([
            "started": .array(started.map { .string($0.name.text) }),
            "skipped": .array(held.map { .string($0.name.text) }),
            "retryAfterUSec": held.map { $0.hold(at: now).microseconds }.min().map { .int($0) },
        ])
        guard call.parameters["wait"]?.bool ?? false else {
            call.reply(reply)
            return started.forEach { $0.askNow() }
        }
        let (joins, others) = (started.filter(\.isJoin), started.filter { !$0.isJoin })
        ask(others, call) { [self] in ask(joins, call) { call.reply(reply) } }
    }

    /// Asks sources and waits for what comes of all of them.
    private func ask(_ started: [Source], _ call: Call, then: @escaping () -> Void) {
        guard !started.isEmpty else { return then() }
        let ended = Publishers.MergeMany(started.map { $0.outcomes.first() }).collect().first()
        call.wait(for: ended.sink { _ in then() })
        for source in started { source.askNow() }
    }
}
