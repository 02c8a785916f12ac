package import Reactive

/// The time of an attempt without its time in the queue of its host.
package nonisolated struct AttemptTime {
    private let limit: Duration
    private let start: LoopTime
    private var queuedSince: LoopTime?
    private var queued: Duration = .zero

    /// Starts an attempt.
    ///
    /// - Parameters:
    ///   - limit: The time limit of the attempt.
    ///   - start: The current time.
    package init(limit: Duration, from start: LoopTime) {
        self.limit = limit
        self.start = start
    }

    /// Records that the request entered the queue.
    package mutating func enterQueue(at now: LoopTime) { queuedSince = now }

    /// Records that the turn of the request has come.
    package mutating func leaveQueue(at now: LoopTime) {
        queued += queuedSince.map { now - $0 } ?? .zero
        queuedSince = nil
    }

    /// Returns the time since the attempt began, that in the queue included.
    package func elapsed(at now: LoopTime) -> Duration { now - start }

    /// Returns the time that is left for the request.
    package func remaining(at now: LoopTime) -> Duration {
        let waiting = queuedSince.map { now - $0 } ?? .zero
        return limit - (elapsed(at: now) - queued - waiting)
    }
}
