import Records
import Storing

nonisolated extension Health {
    /// Derives the health from the state of a source.
    ///
    /// A machine without a network is not a failure of the source: its state only becomes stale.
    init(_ state: SourceState, at now: UTC, isPaused: Bool = false) {
        if isPaused {
            self = .paused
        } else if state.fetched == nil {
            self = .empty
        } else if let failure = state.failure, failure.count > 0 {
            self = .failing
        } else {
            self = state.expires.map { $0 < now } ?? false ? .stale : .fresh
        }
    }
}

nonisolated extension Standing {
    /// Derives the standing from the state of a source and its health.
    init(_ state: SourceState, _ health: Health) {
        let hasFailed = state.failure.map { $0.count > 0 } ?? false
        self.init(health, records: state.recordCount, hasFailed: hasFailed)
    }
}
