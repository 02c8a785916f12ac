import Reactive
import Systemd

/// Closes idle connections when slots run short: those of a user, of all unprivileged users, or in total.
///
/// A connection is idle while it has neither a call, such as a subscription, nor anything to send.
/// Connections that have been idle for `Limits.idle`, or for `Limits.silent` before their first request, are
/// closed, the oldest first, until an eighth of the slots is free.
final class Eviction {
    private static let interval: Duration = .seconds(1)

    private unowned let sockets: SocketSet
    private var timer: AnyCancellable?

    init(_ sockets: SocketSet) { self.sockets = sockets }

    /// Starts looking for idle connections if slots are short after a user opened a connection.
    func check(_ account: Account) {
        if timer == nil, isShort || shortage(of: account) > 0 { wait() }
    }

    private var accounts: Accounts { sockets.accounts }
    private var limits: Limits { sockets.limits }

    private func wait() {
        timer = sockets.clock.after(Self.interval, slack: Self.interval / 4) { [unowned self] in look() }
    }

    private func look() {
        timer = nil
        let now = sockets.clock.now
        let channels = sockets.open.filter { $0.idleSince != nil }
            .sorted { ($0.idleSince ?? now) < ($1.idleSince ?? now) }
        var hasIdle = false
        for channel in channels where isShort(for: channel.account) {
            guard let since = channel.idleSince else { continue }
            hasIdle = true
            guard now - since >= (channel.hasAsked ? limits.idle : limits.silent) else { continue }
            log(.debug, "closing an idle connection of user \(channel.uid): slots are short")
            channel.close()
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
