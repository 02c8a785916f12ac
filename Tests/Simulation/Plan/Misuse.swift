/// A misuse of the socket by its callers; the amount is a number of connections, or of seconds.
enum Misuse: String, CaseIterable {
    /// They call and close the connection at once, or amid the reply.
    case hangUp = "hang-up"
    /// They request more and more, and read nothing.
    case unread
    /// They request attempts every second.
    case refreshing
    /// They open connections and do nothing.
    case idle

    /// Returns how many, or how long.
    func amount(_ chance: inout Chance) -> Int {
        switch self {
        case .hangUp: 1 + chance.below(200)
        case .unread: 1 + chance.below(12)
        case .refreshing: 30 + chance.below(900)
        case .idle: 20 + chance.below(300)
        }
    }
}
