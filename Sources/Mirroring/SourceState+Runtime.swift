import AlmanacValues
import Records
import Refreshing
import Rhythm
import Storing

extension MirroredSource {
    /// Copies the generation, the time of the next attempt and the rhythm that another almanac states.
    func apply(_ json: JSON) {
        statedGeneration = json.generation ?? statedGeneration
        let runtime = Runtime(json)
        next = runtime?.next
        rhythm = runtime?.rhythm.map(RhythmSummary.init)
        rhythm?.overdue = runtime?.overdue.map(Overdue.init)
    }
}

nonisolated extension RhythmSummary {
    /// Creates the rhythm that another almanac states.
    fileprivate init(_ stated: LearnedRhythm) {
        self.init()
        isLearned = stated.isLearned
        period = stated.period
        phase = stated.phase
        lag = stated.lag
        requestsPerDay = stated.requestsPerDay
        averageDelay = stated.averageDelay
        limit = stated.limit
    }
}

nonisolated extension Overdue {
    /// Creates the missing publication that another almanac states.
    fileprivate init(_ stated: MissingPublication) {
        self.init(expected: stated.expected, limit: stated.limit, checked: stated.checked)
    }
}

nonisolated extension JSON {
    /// Whether this is the state of a source.
    var isState: Bool { Runtime(self) != nil }

    /// The generation of an event or state; `nil` unless it leaves room for any number of later ones.
    var generation: Int? { self["generation"]?.int.flatMap { 0..<(1 << 53) ~= $0 ? $0 : nil } }
}

nonisolated extension SourceState {
    /// Copies what another almanac states about the source, except counts, which follow from the commits.
    mutating func apply(_ json: JSON) {
        guard let runtime = Runtime(json) else { return }
        mirror?.health = runtime.health
        fetched = runtime.fetched
        expires = runtime.expires
        rejected = runtime.rejected
        omitted = Dictionary(runtime.omitted.map { ($0.reason, $0.count) }, uniquingKeysWith: { $1 })
        unplaced = runtime.unplaced
        notes = runtime.notes
        drift = runtime.drift
        names = runtime.names
        values = runtime.values
        comparison = runtime.comparison
        failure = runtime.failure.flatMap(Failure.init)
        let isFirst = phases.isEmpty
        guard !isFirst || fetched != nil || failure != nil else { return }
        let moment = failure?.at ?? runtime.fetched ?? UTC(microseconds: 0)
        enter(Phase(at: moment, failure: failure?.reason))
    }
}

nonisolated extension SourceState.Failure {
    /// Reads the failure that another almanac states; an unknown reason counts as `http`.
    fileprivate init(_ failure: AlmanacValues.Failure) {
        self.init(
            reason: FailureReason(rawValue: failure.reason) ?? .http, httpStatus: failure.httpStatus,
            message: failure.message, at: failure.at, count: failure.count, code: failure.code)
    }
}
