public import Reactive

/// The queue of requests: each waits until both the limit of its host and the overall limit admit one more.
///
/// Requests to one host start in order of arrival, separated by its spacing; among hosts, the one whose first
/// request arrived earliest comes first. The queue reads no clock: the caller passes the time.
public nonisolated struct HostQueue {
    /// A place in the queue.
    public struct Ticket: Hashable, Sendable {
        /// A number that increases over all hosts.
        let number: Int
        /// The host of the request.
        public let host: String
    }

    private struct Waiting {
        let ticket: Ticket
        let spacing: Duration
    }

    /// The state of one host.
    private struct HostState {
        var waiting: [Waiting] = []
        var running: Set<Ticket> = []
        /// The time at which the last request started.
        var last: LoopTime?
        /// The widest spacing requested so far.
        var widest: Duration = .zero
        var held: LoopTime?

        /// Returns when the next request may start, as far as spacing is concerned.
        func turn(from now: LoopTime) -> LoopTime {
            guard let last, let first = waiting.first else { return now }
            return max(last + first.spacing, now)
        }

        /// Whether the state of the host can be discarded.
        func isIdle(at now: LoopTime) -> Bool {
            let isQuiet = last.map { $0 + widest <= now } ?? true
            return waiting.isEmpty && running.isEmpty && isQuiet && (held ?? now) <= now
        }
    }

    private let limits: FetchLimits
    private var states: [String: HostState] = [:]
    private var running = 0
    private var count = 0

    /// Creates an empty queue with these limits.
    public init(limits: FetchLimits) { self.limits = limits }

    /// Adds a request at the end of its host's queue.
    ///
    /// - Parameters:
    ///   - host: The host's name.
    ///   - spacing: The minimum interval after the start of the previous request.
    /// - Returns: Its ticket.
    public mutating func add(_ host: String, spacing: Duration) -> Ticket {
        count += 1
        let ticket = Ticket(number: count, host: host)
        var state = states[host] ?? HostState()
        state.waiting.append(Waiting(ticket: ticket, spacing: spacing))
        state.widest = max(state.widest, spacing)
        states[host] = state
        return ticket
    }

    /// Removes and returns the requests whose turn has come, in order; each counts as running until its
    /// `end`.
    public mutating func start(at now: LoopTime) -> [Ticket] {
        var started: [Ticket] = []
        while running < limits.transfers, let host = ready(at: now) {
            let first = states[host]!.waiting.removeFirst()
            states[host]!.running.insert(first.ticket)
            states[host]!.last = now
            running += 1
            started.append(first.ticket)
        }
        return started
    }

    /// Removes a request, whether it waits or runs; does nothing if it was removed before.
    public mutating func end(_ ticket: Ticket, at now: LoopTime) {
        guard var state = states[ticket.host] else { return }
        if state.running.remove(ticket) != nil { running -= 1 }
        state.waiting.removeAll { $0.ticket == ticket }
        states[ticket.host] = state.isIdle(at: now) ? nil : state
    }

    /// Returns when the next request may start if none ends before; `nil` if one must end first, or none
    /// waits.
    public func next(after now: LoopTime) -> LoopTime? {
        guard running < limits.transfers else { return nil }
        return states.values.filter(hasTurn).map { $0.turn(from: now) }.min()
    }

    /// Holds all requests to a host until the given time; an earlier hold that lasts longer remains in force.
    public mutating func hold(_ host: String, until moment: LoopTime) {
        let held = states[host]?.held
        states[host, default: HostState()].held = max(held ?? moment, moment)
    }

    /// Returns how long a host is still on hold; `nil` if it is not.
    public func hold(of host: String, at now: LoopTime) -> Duration? {
        guard let held = states[host]?.held, held > now else { return nil }
        return held - now
    }

    private func hasTurn(_ state: HostState) -> Bool {
        !state.waiting.isEmpty && state.running.count < limits.transfersPerHost
    }

    /// Returns the next host: of those that can take a request, the one whose first request arrived earliest.
    private func ready(at now: LoopTime) -> String? {
        var (host, earliest): (String?, Int) = (nil, .max)
        for (name, state) in states where hasTurn(state) && state.turn(from: now) <= now {
            if state.waiting[0].ticket.number < earliest {
                host = name
                earliest = state.waiting[0].ticket.number
            }
        }
        return host
    }
}
