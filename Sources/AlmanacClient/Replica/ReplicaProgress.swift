package import AlmanacValues

/// The completeness of a replica, which follows from its events alone.
package nonisolated struct ReplicaProgress: Sendable {
    /// Whether earlier records are void, and not all of those that replace them were passed.
    package private(set) var isSnapshot = false
    /// Whether everything up to the present was passed once the connection began.
    package private(set) var isComplete = false
    /// The position up to which everything was passed; `nil` within a snapshot and before the first event.
    package private(set) var cursor: String?

    /// Makes the progress of a replica that continues after a cursor, if any.
    package init(after cursor: String? = nil) { self.cursor = cursor }

    /// Records what follows at the start of a connection.
    package mutating func expect(_ beginning: ReplicaBeginning) {
        isComplete = false
        guard beginning == .everything else { return }
        isSnapshot = true
        cursor = nil
    }

    /// Proceeds past an event.
    package mutating func advance(past event: Event) {
        switch event.kind {
        case .overflow: expect(.everything)
        case .ready:
            isSnapshot = false
            isComplete = true
        case .subscribed, .snapshot, .added, .changed, .removed, .source, .heartbeat: break
        }
        if event.isResumable, !isSnapshot { cursor = event.cursor }
    }
}
