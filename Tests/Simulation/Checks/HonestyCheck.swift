import Records

/// Checks, again and again, that no answer of the daemon says more than is known: `current` and `fresh`, or
/// `empty`, only with the records that the upstream really stated not long ago.
final class HonestyCheck {
    /// The time after which a source must be current again once its upstream is honest: a learned rhythm may
    /// pause for four intervals, and the attempt after a failure is at most an hour and a quarter later.
    static func patience(of source: SimulatedSource) -> Nanoseconds { 4 * source.interval + .minutes(90) }

    /// The time for which records may count as current: almanac.source(5) says the longer one of the interval
    /// and the pause of a learned rhythm, and half an interval.
    static func lifetime(of source: SimulatedSource) -> Nanoseconds {
        4 * source.interval + source.interval / 2 + .minutes(5)
    }

    /// The time within which the daemon has stored what it received.
    private static let delay = Nanoseconds.minutes(2)

    private var chance: Chance
    /// The number of claims that were checked, by standing.
    private(set) var claims: [String: Int] = [:]

    init(_ chance: Chance) { self.chance = chance }

    /// Asks at moments of any kind, until the simulation ends.
    func begin() {
        World.current.after(.minutes(10 + chance.below(600))) { [self] in
            ask()
            begin()
        }
    }

    /// Checks that enough answers were compared with what the upstreams stated.
    func end(after days: Int) {
        let count = claims["current"] ?? 0
        World.current.note("claims \(claims.sorted { $0.key < $1.key })")
        if count < days { World.current.fail("only \(count) answers said that a source is current") }
    }

    private func ask() {
        guard World.current.machine.isRunning else { return }
        for source in World.current.upstreams.sources { ask(about: source) }
    }

    /// Asks for the state before and after the records, so that both belong together.
    private func ask(about source: SimulatedSource) {
        let clients = World.current.clients
        let selector: JSON = ["sources": [.string(source.name)]]
        clients.call("ListSources", ["selector": selector]) { [self] before in
            clients.call("GetSnapshot", ["selector": selector, "limit": 1000]) { [self] snapshot in
                clients.call("ListSources", ["selector": selector]) { [self] after in
                    judge(source, before, snapshot, after)
                }
            }
        }
    }

    private func judge(_ source: SimulatedSource, _ before: JSON?, _ reply: JSON?, _ after: JSON?) {
        guard let first = Self.runtime(before), let later = Self.runtime(after), let reply else { return }
        let isSame = ["generation", "fetchedUSec", "standing", "health"].allSatisfy { first[$0] == later[$0] }
        guard isSame else { return }
        guard let snapshot = Snapshot(reply) else {
            return World.current.fail("\(source.name) has more records than an answer")
        }
        Judgement(source, later, snapshot.data[source.name] ?? [:]).check()
        claims[Judgement.standing(later), default: 0] += 1
    }

    private static func runtime(_ reply: JSON?) -> JSON? {
        reply?["parameters"]?["sources"]?.array?.first?["runtime"]
    }

    /// The statement of the daemon about a source at a moment.
    private struct Judgement {
        let source: SimulatedSource
        let runtime: JSON
        let records: [String: JSON]

        init(_ source: SimulatedSource, _ runtime: JSON, _ records: [String: JSON]) {
            (self.source, self.runtime, self.records) = (source, runtime, records)
        }

        private var now: Nanoseconds { World.current.now }

        /// The standing; an older daemon states only the health.
        static func standing(_ runtime: JSON) -> String {
            if let standing = runtime["standing"]?.string { return standing }
            switch runtime["health"]?.string ?? "" {
            case "fresh": return runtime["records"]?.int == 0 ? "empty" : "current"
            case "empty": return "waiting"
            case let health: return health
            }
        }

        func check() {
            let standing = Self.standing(runtime)
            let isClaim = ["current", "empty"].contains(standing) || runtime["health"]?.string == "fresh"
            if isClaim { checkClaim(standing) }
            let isLate = now - source.honestSince > HonestyCheck.patience(of: source)
            guard source.mood == .well, isLate, !isClaim else { return }
            let time = Clock.text(now - source.honestSince)
            fail("is \(standing) although its upstream has been honest for \(time)")
        }

        /// Checks that the records are those of the last honest answer, and that it is not old.
        private func checkClaim(_ standing: String) {
            // What could not be read or was left out is said, as the reason of a gap.
            if runtime["rejected"]?.int ?? 0 > 0 || !(runtime["notes"]?.array ?? []).isEmpty { return }
            guard let last = source.honestAnswers.last else {
                return fail("is \(standing) without an answer")
            }
            if now - last.moment > HonestyCheck.lifetime(of: source) {
                return fail("is \(standing) \(Clock.text(now - last.moment)) after the last honest answer")
            }
            let recent = source.honestAnswers.filter { now - $0.moment < HonestyCheck.delay }
            let answers = [source.honestAnswers.last { now - $0.moment >= HonestyCheck.delay }] + recent
            let differences = answers.compactMap { $0 }.map { difference(from: $0.expected) }
            guard let difference = differences.last, !differences.contains(where: { $0 == nil }) else {
                return
            }
            fail("is \(standing), but \(difference ?? "")")
        }

        /// Returns in what the records differ from those that an upstream stated; `nil` if in nothing.
        private func difference(from expected: [String: JSON]) -> String? {
            let wall = World.current.wall
            let ahead = expected.filter { _, data in
                data["ends"]?.string.flatMap { UTC(iso8601: $0) }.map { $0 > wall + .seconds(60) } ?? true
            }
            for (key, data) in ahead.sorted(by: { $0.key < $1.key }) {
                guard let record = records[key] else { return "lacks \(key)" }
                let found = source.dataset.kind == "feed" ? record.withoutReception : record
                if source.dataset.isExact ? found != data : !Self.has(found, data) {
                    return "has another \(key): \(Difference(found, from: data))"
                }
            }
            guard !source.dataset.keepsMissing else { return nil }
            return records.keys.sorted().first { expected[$0] == nil }.map { "still has \($0)" }
        }

        private static func has(_ found: JSON, _ members: JSON) -> Bool {
            (members.object ?? []).allSatisfy { found[$0.name] == $0.value }
        }

        private func fail(_ text: String) {
            World.current.fail("\(source.name) (\(source.dataset.kind)) \(text)")
        }
    }
}
