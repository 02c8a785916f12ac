public import Records

/// What a feed says of itself, apart from its entries.
public struct Feed: Hashable, Sendable {
    /// Its title; `nil` when it has none.
    public var title: FeedText?
    /// Its page; `nil` when it has none.
    public var link: String?
    /// What it is about; `nil` when not said.
    public var subtitle: FeedText?
    /// What names it for ever; `nil` when not said.
    public var id: String?
    /// When it was last changed; `nil` when not said, or not a time.
    public var updated: UTC?
    /// When it was published; `nil` when not said, or not a time.
    public var published: UTC?
    /// Who writes it; `nil` when not said.
    public var author: String?
    /// Its language, as in BCP 47; `nil` when not said.
    public var language: String?
    /// Who may do what with it; `nil` when not said.
    public var rights: FeedText?
    /// It asks not to be fetched again within this time; `nil` when it does not say.
    public var lifetime: Duration?
    /// When it asks not to be fetched.
    public var quiet = QuietTimes()

    /// Makes a feed of which nothing is known.
    public init() {}
}
