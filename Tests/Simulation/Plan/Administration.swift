/// A request to the daemon to change its sources.
enum Administration: String, CaseIterable {
    /// Root adds a source until the daemon stops, or for good, or removes one that was added.
    case add
    case addForGood = "add-for-good"
    case remove
    /// A user without rights requests it, and is refused.
    case addWithoutRights = "add-without-rights"
    case removeWithoutRights = "remove-without-rights"
}
