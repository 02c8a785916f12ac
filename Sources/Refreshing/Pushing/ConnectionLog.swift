import Reactive
import Records

/// The rule by which the states of a connection are logged: each reason once an hour, whatever the server does.
nonisolated struct ConnectionLog {
    /// The time for which the same state is not logged again.
    private static let quiet = Duration.seconds(3600)

    /// The moments at which the states were last logged, each by the reason of the loss; `nil` for a connection
    /// that works.
    private var logged: [FailureReason?: LoopTime] = [:]

    /// Records a state, unless it was logged lately.
    ///
    /// - Parameters:
    ///   - reason: The reason of the loss; `nil` if the connection works.
    ///   - now: The time.
    /// - Returns: Whether the state must be logged.
    mutating func insert(_ reason: FailureReason?, at now: LoopTime) -> Bool {
        if let last = logged[reason], now - last < ConnectionLog.quiet { return false }
        logged[reason] = now
        return true
    }
}
