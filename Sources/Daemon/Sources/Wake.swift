/// Why a source is woken; several reasons can come together.
nonisolated struct Wake: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// Its next attempt is due.
    static let due = Wake(rawValue: 1)
    /// Its file changed, came or went.
    static let file = Wake(rawValue: 2)
    /// Somebody asked for it.
    static let asked = Wake(rawValue: 4)
    /// Its definition reads documents differently now.
    static let redefined = Wake(rawValue: 8)
    /// A document lies in the folder for incoming ones.
    static let delivered = Wake(rawValue: 16)
    /// What it is joined of changed.
    static let sides = Wake(rawValue: 32)
}
