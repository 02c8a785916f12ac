import Reactive
import Systemd

/// The accounts of all users, with their limits.
///
/// Unprivileged users share a common limit in equal parts, so that no user can keep others from receiving
/// replies. Privileged users have their own limits and reserved slots, so that other users cannot lock them
/// out.
final class Accounts {
    private struct Name: Hashable {
        let uid: UInt32
        let isPrivileged: Bool
    }

    private let limits: Limits
    private let clock: AnyScheduler
    private var all: [Name: Account] = [:]
    /// The account that was requested last: most connections are those of one user.
    private var latest: Account?
    /// The number of connections, including lingering ones.
    private(set) var connections = 0
    /// The number of these that belong to unprivileged users.
    private(set) var ordinaryConnections = 0
    /// The number of unsent bytes of all users.
    private(set) var unsent = 0
    /// The number of unprivileged users with unsent bytes.
    private var unsentUsers = 0
    /// The number of unprivileged users with received bytes.
    private var receivedUsers = 0
    /// Called when a user has had too many unsent bytes for `Limits.excess`.
    var exceeded: ((Account) -> Void)?

    init(_ limits: Limits, by clock: AnyScheduler) { (self.limits, self.clock) = (limits, clock) }

    /// Returns the account of a user; the caller must then call `open`.
    func account(_ uid: UInt32, isPrivileged: Bool) -> Account {
        if let latest, latest.uid == uid, latest.isPrivileged == isPrivileged { return latest }
        let name = Name(uid: uid, isPrivileged: isPrivileged)
        let account = all[name] ?? Account(uid: uid, isPrivileged: isPrivileged)
        all[name] = account
        latest = account
        return account
    }

    /// Whether the user may open another connection.
    func admits(_ account: Account) -> Bool {
        guard account.connections < slots(of: account), connections < limits.connections else { return false }
        return account.isPrivileged || ordinaryConnections < ordinarySlots
    }

    /// Counts a new connection.
    func open(_ account: Account) {
        account.connections += 1
        connections += 1
        if !account.isPrivileged { ordinaryConnections += 1 }
    }

    /// Removes a connection, and the account of a user without connections.
    func close(_ account: Account) {
        guard account.isLimited else { return }
        account.connections -= 1
        connections -= 1
        if !account.isPrivileged { ordinaryConnections -= 1 }
        guard account.connections <= 0 else { return }
        if latest === account { latest = nil }
        all[Name(uid: account.uid, isPrivileged: account.isPrivileged)] = nil
    }

    /// Returns the maximum number of connections of a user.
    func slots(of account: Account) -> Int {
        guard account.isPrivileged else { return limits.connectionsPerUser }
        return limits.connectionsPerPrivilegedUser ?? limits.connections
    }

    /// The maximum number of connections of all unprivileged users.
    var ordinarySlots: Int { limits.connections - limits.reservedConnections }

    /// Returns whether more output may be produced for the user, if so many bytes held elsewhere count as
    /// unsent ones.
    func hasRoom(_ account: Account, besides bytes: Int = 0) -> Bool {
        guard account.isLimited else { return true }
        let unsent = account.unsent + bytes
        if account.isPrivileged { return unsent < 4 * limits.unsentPerUser }
        return unsent < min(limits.unsentPerUser, limits.unsentInAll / max(1, unsentUsers))
    }

    /// Returns whether further received bytes may be held for the user.
    func mayHold(_ account: Account) -> Bool {
        guard account.isLimited else { return true }
        if account.isPrivileged { return account.received <= 4 * limits.receivedPerUser }
        return account.received <= min(limits.receivedPerUser, limits.receivedInAll / max(1, receivedUsers))
    }

    /// Adds to the number of received bytes held for the user; a negative number subtracts.
    func addReceived(_ count: Int, to account: Account) {
        if !account.isPrivileged, count != 0 {
            receivedUsers += Self.step(from: account.received, by: count)
        }
        account.received += count
    }

    /// Adds to the number of the user's unsent bytes; a negative number subtracts. Connections that wait for
    /// room continue.
    func addUnsent(_ count: Int, to account: Account) {
        guard account.isLimited, count != 0 else { return }
        let step = account.isPrivileged ? 0 : Self.step(from: account.unsent, by: count)
        account.unsent += count
        unsent += count
        unsentUsers += step
        admitWaiting(account)
        // The shares of the other users have grown.
        if step < 0 { for other in all.values where other.excess != nil { admitWaiting(other) } }
    }

    /// Returns the change in the number of users that hold any bytes.
    private static func step(from before: Int, by count: Int) -> Int {
        (before + count > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
    }

    /// Lets connections that wait for room continue, if there is room.
    func admitWaiting(_ account: Account) {
        if hasRoom(account) {
            account.excess = nil
            wake(account)
        } else if account.excess == nil {
            watch(account)
        }
    }

    private func watch(_ account: Account) {
        account.excess = clock.after(limits.excess, slack: limits.excess / 10) {
            [unowned self, weak account] in
            guard let account else { return }
            account.excess = nil
            exceeded?(account)
            if !hasRoom(account), account.connections > 0 { watch(account) }
        }
    }

    /// Lets as many connections continue as there is room for, assuming that each produces up to the maximum
    /// size of a message.
    private func wake(_ account: Account) {
        guard !account.waiting.isEmpty else { return }
        let room = limits.unsentPerUser - account.unsent
        let woken = account.waiting.prefix(max(1, room / limits.frame))
        account.waiting.removeFirst(woken.count)
        for client in woken { client.roomCame() }
    }
}
