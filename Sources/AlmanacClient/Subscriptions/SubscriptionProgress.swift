package import AlmanacValues
package import Records

/// The position of a subscription in the log, and what to do when its connection ends.
///
/// Source: io.almanac, Subscribe: a cursor from before `ready` starts over.
package nonisolated struct SubscriptionProgress: Sendable {
    /// The consequence of the end of a connection.
    package enum Ending {
        /// Connect again at once, with a snapshot: the log does not contain the changes after this cursor.
        case startOver(expired: String)
        /// Connect again after a delay.
        case retry(AlmanacError)
        /// The daemon refused the subscription; it will refuse it again.
        case refused(AlmanacError)
    }

    private let options: SubscriptionOptions
    private var cursor: String?
    private var hasExpired = false
    private var delay: Duration

    package init(_ options: SubscriptionOptions) {
        self.options = options
        cursor = options.since
        delay = options.shortestDelay
    }

    /// The events that follow the next connection; after a cursor within a snapshot, the daemon starts over.
    package var beginning: ReplicaBeginning {
        guard let cursor else { return startsWithSnapshot ? .everything : .present }
        return Cursor(cursor)?.startsOver ?? false ? .everything : .changes
    }

    /// Whether the next connection asks for a snapshot.
    private var startsWithSnapshot: Bool { options.snapshot || hasExpired }

    /// The parameters of the next call of Subscribe.
    package var parameters: JSON {
        .members([
            "selector": options.selector.json, "since": cursor.map(JSON.string),
            "snapshot": cursor == nil ? .bool(startsWithSnapshot) : nil,
            "conflate": options.conflate ? true : nil,
            "heartbeatUSec": options.heartbeat.map { .int($0.microseconds) },
        ])
    }

    /// Records that an event was received and passed on.
    package mutating func advance(past event: Event) {
        delay = options.shortestDelay
        // A client that is disconnected within a snapshot starts over.
        if event.isResumable { cursor = event.cursor }
    }

    /// Returns what to do after the end of a connection; `nil` means that it ended without an error.
    package mutating func disconnect(_ error: AlmanacError?) -> Ending {
        switch error {
        case .cursorExpired where cursor != nil:
            defer {
                cursor = nil
                hasExpired = true
            }
            return .startOver(expired: cursor ?? "")
        case nil: return .retry(.ended)
        case .unreachable?, .timedOut?, .disconnected?, .ended?, .malformed?, .shuttingDown?, .cannotServe?,
            .tooSlow?:
            return .retry(error ?? .ended)
        case let error?: return .refused(error)
        }
    }

    /// Returns the delay before the next attempt, and doubles the one after it.
    package mutating func nextDelay() -> Duration {
        defer { delay = min(delay * 2, options.longestDelay) }
        return delay
    }
}
