import Reactive
import Records
import Varlink

extension Interface {
    /// Has sources asked now, as far as their upstreams allow; what runs already is shared.
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
        let ended = Publishers.MergeMany(started.map { $0.outcomes.first() }).collect().first()
        if call.parameters["wait"]?.bool ?? false, !started.isEmpty {
            call.wait(for: ended.sink { _ in call.reply(reply) })
        } else {
            call.reply(reply)
        }
        for source in started { source.askNow() }
    }
}
