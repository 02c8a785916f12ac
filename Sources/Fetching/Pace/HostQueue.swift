public import Reactive

/// The queue of requests: each waits until both the limit of its host and the overall limit admit one more.
///
/// Requests to one host start in order of arrival, separated by its spacing; among hosts, the one whose
/// first request arrived earliest comes first. A request to an address that hung the last time starts after
/// the others of its host, and leaves a place to them. A request that has waited for its patience, or while
/// another one hung, starts beyond the limit of its host, as far as the limit for hanging hosts permits:
/// so requests that hang do not delay the others for longer than one timeout. The queue reads no clock: the
/// caller passes the time.
public nonisolated struct HostQueue {
    /// A place in the queue.
    public struct Ticket: Hashable, Sendable {
        /// A number that increases over all hosts.
        let number: Int
        /// The host of the request, with the port if that is not a usual one of the web.
        public let host: String
        /// The address of the request.
        let address: String
    }

    private let limits: FetchLimits
    private var states: [String: HostState] = [:]
    private var hung: Set<String> = []
    private var running = 0
    private var count = 0

    /// The maximum number of addresses that are remembered as hanging.
    private static let mostHung = 4096

    /// Creates an empty queue with these limits.
    public init(limits: FetchLimits) { self.limits = limits }

    /// Adds a request at the end of its host's queue.
    ///
    /// - Parameters:
    ///   - host: The host, with the port if that is not a usual one of the web.
    ///   - address: The address of the request.
    ///   - spacing: The minimum interval after the start of the previous request.
    ///   - overdue: The earliest start beyond the limit of its host; `nil` if it must wait
    ///     until another request hung.
    /// - Returns: Its ticket.
    public mutating func add(
        _ host: String, address: String = "", spacing: Duration, overdue: LoopTime? = nil
    ) -> Ticket {
        count += 1
        let ticket = Ticket(number: count, host: host, address: address)
        let waiting = HostState.Waiting(
            ticket: ticket, spacing: spacing, isDoubtful: hung.contains(address), overdue: overdue)
        states[host, default: HostState()].add(waiting)
        return ticket
    }

    /// Removes and returns the requests whose turn has come, in order; each counts as running until
    /// `remove`.
    public mutating func start(at now: LoopTime) -> [Ticket] {
        var started: [Ticket] = []
        while running < limits.transfers, let host = ready(at: now) {
            guard let ticket = states[host]?.start(at: now) else { break }
            running += 1
            started.append(ticket)
        }
        return started
    }

    /// Removes a request, whether it waits or runs; does nothing if it was removed before.
    ///
    /// - Parameters:
    ///   - ticket: Its ticket.
    ///   - now: The time.
    ///   - isHung: Whether it ran until its timeout; `nil` if it was cancelled.
    public mutating func remove(_ ticket: Ticket, at now: LoopTime, isHung: Bool? = nil) {
        guard var state = states[ticket.host] else { return }
        if state.remove(ticket) { running -= 1 }
        if let isHung { remember(ticket.address, isHung: isHung) }
        if isHung == true { state.hurry(from: now) }
        states[ticket.host] = state.isIdle(at: now) ? nil : state
    }

    /// Returns when the next request may start if none ends before; `nil` if one must end first, or none
    /// waits.
    public func next(after now: LoopTime) -> LoopTime? {
        guard running < limits.transfers else { return nil }
        return states.values.compactMap { turn(of: $0, from: now) }.min()
    }

    /// Holds all requests to a host until the given time; an earlier hold that lasts longer remains in
    /// force.
    public mutating func hold(_ host: String, until moment: LoopTime) {
        let held = states[host]?.held
        states[host, default: HostState()].held = max(held ?? moment, moment)
    }

    /// Returns how long a host is still on hold; `nil` if it is not.
    public func hold(of host: String, at now: LoopTime) -> Duration? {
        guard let held = states[host]?.held, held > now else { return nil }
        return held - now
    }

    /// Returns when the first request of a host may start; a quarter of all places is reserved for hosts
    /// that do not exceed their limit.
    private func turn(of state: HostState, from now: LoopTime) -> LoopTime? {
        let mayExceed = running < limits.transfers - limits.transfers / 4
        return state.turn(from: now, limits, mayExceed: mayExceed)
    }

    private mutating func remember(_ address: String, isHung: Bool) {
        guard isHung else { return _ = hung.remove(address) }
        if hung.count >= HostQueue.mostHung { hung = [] }
        hung.insert(address)
    }

    /// Returns the next host: of those that can take a request, the one whose first request arrived
    /// earliest.
    private func ready(at now: LoopTime) -> String? {
        var host: String?
        var earliest = Int.max
        for (name, state) in states where turn(of: state, from: now).map({ $0 <= now }) ?? false {
            if let number = state.first?.ticket.number, number < earliest {
                host = name
                earliest = number
            }
        }
        return host
    }
}
