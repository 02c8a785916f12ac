import Definitions
import Reactive

/// Limits the number of calls that may wait for the store, per user and in all.
///
/// Root and the group have a share of their own, which other users cannot exhaust; the limit per user does
/// not apply to them.
final class CallLimits {
    private let limit: Int
    private let limitPerUser: Int
    private var users: [UInt32: Int] = [:]
    private var count = 0
    private var reserved = 0

    /// The decision on a call.
    enum Admission {
        /// The call is admitted, and counts until the token is cancelled or released.
        case admitted(AnyCancellable)
        /// The call is refused because the limit is reached.
        case refused(limit: Int)
    }

    init(_ configuration: Configuration) {
        limit = configuration.maximumCalls
        limitPerUser = configuration.maximumCallsPerUser
    }

    /// Admits a call if the limits permit it.
    func admit(_ user: UInt32, isReserved: Bool) -> Admission {
        if let limit = limitReached(by: user, isReserved) { return .refused(limit: limit) }
        add(for: user, isReserved: isReserved, change: 1)
        return .admitted(
            AnyCancellable { [weak self] in self?.add(for: user, isReserved: isReserved, change: -1) })
    }

    private func limitReached(by user: UInt32, _ isReserved: Bool) -> Int? {
        if isReserved { return reserved >= limit ? limit : nil }
        if users[user, default: 0] >= limitPerUser { return limitPerUser }
        return count >= limit ? limit : nil
    }

    private func add(for user: UInt32, isReserved: Bool, change: Int) {
        if isReserved { return reserved += change }
        count += change
        users[user, default: 0] += change
        if users[user] == 0 { users[user] = nil }
    }
}
