import Mirroring
import Reactive
import Records
import Refreshing
import Varlink

extension Interface {
    /// Fetches sources now, within the limits of their upstreams and budgets; concurrent calls share an
    /// attempt. If the call waits, joins are computed after the other sources.
    func refresh(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let names = sources.names(wantedBy: selector).compactMap { SourceName($0) }
        let wanted = names.compactMap { sources.running[$0] }
        // What only a definition that cannot be used names is never fetched; its failure says why.
        let faulty = names.filter { sources.faults[$0] != nil && !sources.isKept($0.text) }
        let isPrivileged = call.channel.isPrivileged
        let waits = wanted.map { ($0, $0.requestAttempt(isPrivileged: isPrivileged)) }
        let started = waits.filter { $0.1 == nil }.map(\.0)
        var reply = RefreshReply(
            started: started.map(\.name.text),
            skipped: (waits.filter { $0.1 != nil }.map(\.0.name) + faulty).map(\.text),
            retryAfter: waits.compactMap(\.1).min())
        let isWaiting = call.parameters["wait"]?.bool ?? false
        if !isWaiting { started.forEach { $0.askNow() } }
        forward(sources.mirrored(wantedBy: selector), for: call, waits: isWaiting) { [self] answers in
            for answer in answers { reply.add(answer) }
            guard isWaiting else { return call.reply(reply.json) }
            let joins = started.filter(\.isJoin)
            let others = started.filter { !$0.isJoin }
            ask(others, for: call) { [self] in ask(joins, for: call) { call.reply(reply.json) } }
        }
    }

    /// Forwards the call to the almanacs that keep mirrored sources fresh; a source whose almanac does not
    /// permit that is skipped.
    private func forward(
        _ mirrored: [SourceName: [SourceName]], for call: Call, waits: Bool,
        then: @escaping ([RefreshReply]) -> Void
    ) {
        guard !mirrored.isEmpty else { return then([]) }
        let answers = mirrored.map { [links] link, names in
            links.refresh(names, through: link, waits: waits).map(RefreshReply.init)
                .replaceError(with: RefreshReply(skipped: names.map(\.text)))
        }
        call.wait(for: Publishers.MergeMany(answers).collect().sink { then($0) })
    }

    /// Starts attempts of sources and waits for all outcomes.
    private func ask(_ started: [Source], for call: Call, then: @escaping () -> Void) {
        guard !started.isEmpty else { return then() }
        let ended = Publishers.MergeMany(started.map { $0.outcomes.first() }).collect().first()
        call.wait(for: ended.sink { _ in then() })
        for source in started { source.askNow() }
    }
}

/// The answer to a call of Refresh.
private nonisolated struct RefreshReply {
    private var started: [String]
    private var skipped: [String]
    private var retryAfter: Duration?

    init(started: [String] = [], skipped: [String] = [], retryAfter: Duration? = nil) {
        self.started = started
        self.skipped = skipped
        self.retryAfter = retryAfter
    }

    /// Reads the answer of another almanac.
    init(_ json: JSON) {
        started = (json["started"]?.array ?? []).compactMap(\.string)
        skipped = (json["skipped"]?.array ?? []).compactMap(\.string)
        retryAfter = json["retryAfterUSec"]?.int.map { .microseconds($0) }
    }

    /// Adds the answer of another almanac.
    mutating func add(_ other: RefreshReply) {
        started += other.started
        skipped += other.skipped
        retryAfter = [retryAfter, other.retryAfter].compactMap { $0 }.min()
    }

    var json: JSON {
        .members([
            "started": .array(started.map(JSON.string)), "skipped": .array(skipped.map(JSON.string)),
            "retryAfterUSec": retryAfter.map { .int($0.microseconds) },
        ])
    }
}
