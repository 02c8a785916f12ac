public import Reactive

/// Whose turn it is: requests wait here until their host, and the whole, can take one more.
///
/// A host gets its requests in the order of arrival, apart by its spacing; hosts take turns in the order in which
/// their first request came. Knows no clock: it is told the time.
public nonisolated struct HostQueue {
    /// A place in the queue.
    public struct Ticket: Hashable, Sendable {
        /// Counts up over all hosts.
        let number: Int
        /// The host it is for.
        public let host: String
    }

    private struct Waiting {
        let ticket: Ticket
        let spacing: Duration
    }

    /// What is known of one host.
    private struct Lane {
        var waiting: [Waiting] = []
        var running: Set<Ticket> = []
        var free: LoopTime?
        var held: LoopTime?
    }

    private let limits: Limits
    private var lanes: [String: Lane] = [:]
    private var running = 0
    private var count = 0

    /// Makes an empty queue with the limits of `limits`.
    public init(limits: Limits) { self.limits = limits }

    /// Adds a request at the end of its host's line.
    ///
    /// - Parameters:
    ///   - host: The host's name.
    ///   - spacing: The least time between it and the one before; `nil` for the limits' own.
    /// - Returns: Its place.
    public mutating func add(_ host: String, spacing: Duration? = nil) -> Ticket {
        count += 1
        let ticket = Ticket(number: count, host: host)
        lanes[host, default: Lane()].waiting.append(
            Waiting(ticket: ticket, spacing: spacing ?? limits.spacing))
        return ticket
    }

    /// Takes out those whose turn it is, in order; each counts as running until its `end`.
    public mutating func start(at now: LoopTime) -> [Ticket] {
        var started: [Ticket] = []
        while running < limits.transfers, let host = ready(at: now) {
            let first = lanes[host]!.waiting.removeFirst()
            lanes[host]!.running.insert(first.ticket)
            lanes[host]!.free = now + (lanes[host]!.waiting.first?.spacing ?? first.spacing)
            running += 1
            started.append(first.ticket)
        }
        return started
    }

    /// Takes a request out, whether it waits or runs; nothing when it is out already.
    public mutating func end(_ ticket: Ticket, at now: LoopTime) {
        guard var lane = lanes[ticket.host] else { return }
        if lane.running.remove(ticket) != nil { running -= 1 }
        lane.waiting.removeAll { $0.ticket == ticket }
        lanes[ticket.host] = lane
        forgetIdle(at: now)
    }

    /// When the next one may begin, if none ends before; `nil` when that takes an end, or nothing waits.
    public func next(after now: LoopTime) -> LoopTime? {
        guard running < limits.transfers else { return nil }
        return lanes.values.filter(hasTurn).map { max($0.free ?? now, now) }.min()
    }

    /// Leaves a host alone until a moment; an earlier hold that lasts longer stays.
    public mutating func hold(_ host: String, until moment: LoopTime) {
        let held = lanes[host]?.held
        lanes[host, default: Lane()].held = max(held ?? moment, moment)
    }

    /// How long a host is still left alone; `nil` when it is not.
    public func hold(of host: String, at now: LoopTime) -> Duration? {
        guard let held = lanes[host]?.held, held > now else { return nil }
        return held - now
    }

    private func hasTurn(_ lane: Lane) -> Bool {
        !lane.waiting.isEmpty && lane.running.count < limits.transfersPerHost
    }

    private func ready(at now: LoopTime) -> String? {
        lanes.filter { hasTurn($0.value) && ($0.value.free ?? now) <= now }
            .min { $0.value.waiting[0].ticket.number < $1.value.waiting[0].ticket.number }?.key
    }

    private mutating func forgetIdle(at now: LoopTime) {
        lanes = lanes.filter { _, lane in
            !lane.waiting.isEmpty || !lane.running.isEmpty || (lane.free ?? now) > now
                || (lane.held ?? now) > now
        }
    }
}
