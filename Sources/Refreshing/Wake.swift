/// The reasons to wake a source; several can be pending together.
nonisolated struct Wake: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// The next attempt is due.
    static let due = Wake(rawValue: 1)
    /// The file of the source changed, appeared or disappeared.
    static let file = Wake(rawValue: 2)
    /// A client requested an attempt.
    static let asked = Wake(rawValue: 4)
    /// The definition changed so that documents are decoded differently.
    static let redefined = Wake(rawValue: 8)
    /// A document for it is in the folder for incoming documents.
    static let incoming = Wake(rawValue: 16)
    /// An input of the join changed.
    static let sides = Wake(rawValue: 32)
    /// The file of the source was checked and is unchanged.
    static let unchanged = Wake(rawValue: 64)
    /// Time has changed the records of the last document.
    static let elapsed = Wake(rawValue: 128)
    /// A message of a broker has brought a document.
    static let embedded = Wake(rawValue: 256)
}
