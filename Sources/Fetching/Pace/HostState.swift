import Reactive

/// The requests to one host that wait or run.
nonisolated struct HostState {
    /// A request that waits.
    struct Waiting {
        let ticket: HostQueue.Ticket
        /// The minimum interval after the start of the previous request.
        let spacing: Duration
        /// Whether its address hung the last time.
        let isDoubtful: Bool
        /// The earliest start beyond the usual limit; `nil` for none.
        var overdue: LoopTime?
    }

    /// The waiting requests, in the order of their starts.
    private var waiting: [Waiting] = []
    /// The running requests: whether the address of each hung the last time.
    private var running: [HostQueue.Ticket: Bool] = [:]
    /// The time at which the last request started.
    private var last: LoopTime?
    /// The widest spacing requested so far.
    private var widest: Duration = .zero
    /// The time until which the upstream asks not to be contacted; `nil` for none.
    var held: LoopTime?

    /// The request that starts next; `nil` if none waits.
    var first: Waiting? { waiting.first }

    /// Adds a request: after all others if its address hung the last time, otherwise before those.
    mutating func add(_ request: Waiting) {
        let place = request.isDoubtful ? nil : waiting.firstIndex(where: \.isDoubtful)
        waiting.insert(request, at: place ?? waiting.endIndex)
        widest = max(widest, request.spacing)
    }

    /// Starts the first request.
    ///
    /// - Returns: Its ticket; `nil` if none waits.
    mutating func start(at now: LoopTime) -> HostQueue.Ticket? {
        guard !waiting.isEmpty else { return nil }
        let request = waiting.removeFirst()
        running[request.ticket] = request.isDoubtful
        last = now
        return request.ticket
    }

    /// Removes a request, and returns whether it was running.
    mutating func remove(_ ticket: HostQueue.Ticket) -> Bool {
        waiting.removeAll { $0.ticket == ticket }
        return running.removeValue(forKey: ticket) != nil
    }

    /// Permits all waiting requests to start beyond the usual limit, because a request hung while they
    /// waited.
    mutating func hurry(from now: LoopTime) {
        for index in waiting.indices { waiting[index].overdue = min(waiting[index].overdue ?? now, now) }
    }

    /// Returns when the first request may start if none ends before; `nil` if one must end first, or none
    /// waits. `mayExceed` says whether an overdue request may start beyond the usual limit.
    func turn(from now: LoopTime, _ limits: FetchLimits, mayExceed: Bool) -> LoopTime? {
        guard let first else { return nil }
        let spaced = last.map { max($0 + first.spacing, now) } ?? now
        if isAdmitted(first, limits) { return spaced }
        // Addresses that hung before leave half of the places to the others.
        let most = limits.transfersPerHangingHost / (first.isDoubtful ? 2 : 1)
        guard mayExceed, running.count < most else { return nil }
        return first.overdue.map { max($0, spaced) }
    }

    /// Whether the usual limit admits a request. Those whose address hung before leave one place to the
    /// others, unless there is only one, and count as one.
    private func isAdmitted(_ request: Waiting, _ limits: FetchLimits) -> Bool {
        let doubtful = running.values.count { $0 }
        if request.isDoubtful {
            return doubtful < max(1, limits.transfersPerHost - 1) && running.count < limits.transfersPerHost
        }
        return running.count - doubtful + min(doubtful, 1) < limits.transfersPerHost
    }

    /// Whether the state can be discarded.
    func isIdle(at now: LoopTime) -> Bool {
        let isQuiet = last.map { $0 + widest <= now } ?? true
        return waiting.isEmpty && running.isEmpty && isQuiet && (held ?? now) <= now
    }
}
