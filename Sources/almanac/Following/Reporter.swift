import AlmanacValues

/// Outputs events in one of the formats of `watch`.
protocol Reporter {
    /// The initial state that the reporter needs.
    var opening: Opening { get }
    /// Called once before the first event.
    func begin()
    /// Called when a new snapshot replaces everything that was reported.
    func startOver()
    /// Called when the connection is lost, or cannot be established.
    func lost()
    /// Called each half minute, for reporters whose output depends on the time.
    func refresh()
    /// Shows why warnings may be missing.
    ///
    /// - Returns: Whether the output has a place for it.
    func show(unknown: [Gap]) -> Bool
    /// Outputs an event.
    func take(_ event: Event) throws(CommandError)
}

extension Reporter {
    var opening: Opening { .changes }
    func begin() {}
    func startOver() {}
    func lost() {}
    func refresh() {}
    func show(unknown: [Gap]) -> Bool { false }
}

/// The initial state of a subscription.
nonisolated enum Opening {
    /// No snapshot: only changes.
    case changes
    /// A snapshot, unless the subscription resumes from a cursor.
    case records
    /// A snapshot in any case, for reporters that show the current state.
    case state
}
