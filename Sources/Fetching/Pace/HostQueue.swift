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
        /// When the last one began.
        var last: LoopTime?
        /// The widest spacing that was asked for.
        var widest: Duration = .zero
        var held: LoopTime?

        /// When the next one may begin, as far as the one before it matters.
        func turn(from now: LoopTime) -> LoopTime {
            guard let last, let first = waiting.first else { return now }
            return max(last + first.spacing, now)
        }

        /// Whether there is nothing left to know of it.
        func isIdle(at now: LoopTime) -> Bool {
            let isQuiet = last.map { $0 + widest <= now } ?? true
            return waiting.isEmpty && running.isEmpty && isQuiet && (held ?? now) <= now
        }
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
    ///   - spacing: The least time between it and the one before.
    /// - Returns: Its place.
    public mutating func add(_ host: String, spacing: Duration) -> Ticket {
        count += 1
        let ticket = Ticket(number: count, host: host)
        var lane = lanes[host] ?? Lane()
        lane.waiting.append(Waiting(ticket: ticket, spacing: spacing))
        lane.widest = max(lane.widest, spacing)
        lanes[host] = lane
        return ticket
    }

    /// Takes out those whose turn it is, in order; each counts as running until its `end`.
    public mutating func start(at now: LoopTime) -> [Ticket] {
        var started: [Ticket] = []
        while running < limits.transfers, let host = ready(at: now) {
            let first = lanes[host]!.waiting.removeFirst()
            lanes[host]!.running.insert(first.ticket)
            lanes[host]!.last = now
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
        lanes[ticket.host] = lane.isIdle(at: now) ? nil : lane
    }

    /// When the next one may begin, if none ends before; `nil` when that takes an end, or nothing waits.
    public func next(after now: LoopTime) -> LoopTime? {
        guard running < limits.transfers else { return nil }
        return lanes.values.filter(hasTurn).map { $0.turn(from: now) }.min()
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

    /// The host whose turn it is: of those that may, the one whose first request came first.
    private func ready(at now: LoopTime) -> String? {
        var (host, earliest): (String?, Int) = (nil, .max)
        for (name, lane) in lanes where hasTurn(lane) && lane.turn(from: now) <= now {
            if lane.waiting[0].ticket.number < earliest {
                (host, earliest) = (name, lane.waiting[0].ticket.number)
            }
        }
        return host
    }
}
