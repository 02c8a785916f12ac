import Reactive
import Systemd

/// Closes connections to make room.
///
/// Idle ones are closed when slots run short: those of a user, of all unprivileged users, or in total. A
/// connection is idle while it has neither a call, such as a subscription, nor anything to send. Connections
/// that have been idle for `Limits.idle`, or for `Limits.silent` before their first request, are closed, the
/// oldest first, until an eighth of the slots is free.
///
/// When a user has had too many unsent bytes for `Limits.excess`, the connections with the most are closed.
final class Eviction {
    private static let interval: Duration = .seconds(1)

    private let poll: EpollSet
    private let accounts: Accounts
    private let limits: Limits
    private let clock: AnyScheduler
    private var timer: AnyCancellable?

    init(from poll: EpollSet, _ accounts: Accounts, _ limits: Limits, by clock: AnyScheduler) {
        self.poll = poll
        self.accounts = accounts
        self.limits = limits
        self.clock = clock
    }

    /// The open connections.
    var open: [any Evictable] { poll.clients.compactMap { $0 as? any Evictable } }

    /// Starts looking for idle connections if slots are short after a user opened a connection.
    func check(_ account: Account) {
        if timer == nil, isShort || shortage(of: account) > 0 { wait() }
    }

    /// Closes the connections of a user with the most unsent bytes, until there is room again.
    func relieve(_ account: Account) {
        let largest = open.filter { $0.account === account && $0.held > 0 }.sorted { $0.held > $1.held }
        for connection in largest where !accounts.hasRoom(account) {
            connection.evict(because: "the user has had too many unsent bytes for \(limits.excess)")
        }
    }

    private func wait() {
        timer = clock.after(Self.interval, slack: Self.interval / 4) { [unowned self] in checkIdle() }
    }

    private func checkIdle() {
        timer = nil
        let now = clock.now
        let connections = open.filter { $0.idleSince != nil }
            .sorted { ($0.idleSince ?? now) < ($1.idleSince ?? now) }
        var hasIdle = false
        for connection in connections where isShort(for: connection.account) {
            guard let since = connection.idleSince else { continue }
            hasIdle = true
            guard now - since >= (connection.hasAsked ? limits.idle : limits.silent) else { continue }
            log(.debug, "closing an idle connection of user \(connection.account.uid): slots are short")
            connection.close()
        }
        if hasIdle { wait() }
    }

    /// Whether slots are short overall, apart from the limits of single users.
    private var isShort: Bool {
        excess(accounts.connections, limits.connections) > 0
            || excess(accounts.ordinaryConnections, accounts.ordinarySlots) > 0
    }

    /// Returns whether closing a connection of a user helps.
    private func isShort(for account: Account) -> Bool {
        if shortage(of: account) > 0 || excess(accounts.connections, limits.connections) > 0 { return true }
        return !account.isPrivileged && excess(accounts.ordinaryConnections, accounts.ordinarySlots) > 0
    }

    private func shortage(of account: Account) -> Int {
        excess(account.connections, accounts.slots(of: account))
    }

    /// Returns the amount by which a number exceeds seven eighths of a limit.
    private func excess(_ count: Int, _ limit: Int) -> Int { count - limit * 7 / 8 }
}

/// A connection that may be closed to make room.
///
/// A protocol, so that the socket set, to which every channel refers, does not depend on channels.
protocol Evictable: AnyObject {
    /// The resources used by the user's connections.
    var account: Account { get }
    /// The number of waiting bytes of the connection itself, without frames of a group.
    var held: Int { get }
    /// The time at which the last call or send ended; `nil` while either is in progress.
    var idleSince: LoopTime? { get }
    /// Whether a request has arrived.
    var hasAsked: Bool { get }

    /// Closes the connection immediately; waiting bytes are discarded.
    func close()
    /// Closes the connection of a peer that reads too slowly, and sends it the reason if possible.
    func evict(because reason: String)
}
