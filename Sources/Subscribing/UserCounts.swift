/// The number of subscribers of each user.
nonisolated struct UserCounts {
    /// The numbers of all users but the latest.
    private var others: [UInt32: Int] = [:]
    /// The user whose number was needed last, for whom nothing is looked up: most subscribers are those of
    /// one user.
    private var latest: UInt32 = 0
    private var count = 0

    /// Returns the number of a user's subscribers.
    mutating func count(of user: UInt32) -> Int {
        if user != latest { select(user) }
        return count
    }

    /// Adds to the number of a user's subscribers; a negative number subtracts.
    mutating func add(_ change: Int, to user: UInt32) {
        if user != latest { select(user) }
        count += change
    }

    private mutating func select(_ user: UInt32) {
        others[latest] = count > 0 ? count : nil
        latest = user
        count = others.removeValue(forKey: user) ?? 0
    }
}
