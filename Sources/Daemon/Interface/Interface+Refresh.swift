import Reactive
import Records
import Refreshing
import Varlink

extension Interface {
    /// Fetches sources now, within the limits of their upstreams and budgets; concurrent calls share an
    /// attempt. If the call waits, joins are computed after the other sources.
    func refresh(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let wanted = sources.names(wantedBy: selector).compactMap {
            SourceName($0).flatMap { sources.running[$0] }
        }
        let isPrivileged = call.channel.isPrivileged
        let waits = wanted.map { ($0, $0.requestAttempt(isPrivileged: isPrivileged)) }
        let started = waits.filter { $0.1 == nil }.map(\.0)
        let reply = JSON.members([
            "started": .array(started.map { .string($0.name.text) }),
            "skipped": .array(waits.filter { $0.1 != nil }.map { .string($0.0.name.text) }),
            "retryAfterUSec": waits.compactMap(\.1).min().map { .int($0.microseconds) },
        ])
        guard call.parameters["wait"]?.bool ?? false else {
            call.reply(reply)
            return started.forEach { $0.askNow() }
        }
        let joins = started.filter(\.isJoin)
        let others = started.filter { !$0.isJoin }
        ask(others, for: call) { [self] in ask(joins, for: call) { call.reply(reply) } }
    }

    /// Starts attempts of sources and waits for all outcomes.
    private func ask(_ started: [Source], for call: Call, then: @escaping () -> Void) {
        guard !started.isEmpty else { return then() }
        let ended = Publishers.MergeMany(started.map { $0.outcomes.first() }).collect().first()
        call.wait(for: ended.sink { _ in then() })
        for source in started { source.askNow() }
    }
}
