public import Records

/// The metadata of a feed.
public struct Feed: Hashable, Sendable {
    /// The title; `nil` if there is none.
    public var title: FeedText?
    /// The link to the feed's page; `nil` if there is none.
    public var link: String?
    /// The description; `nil` if there is none.
    public var subtitle: FeedText?
    /// The permanent identifier; `nil` if there is none.
    public var id: String?
    /// The time of the last change; `nil` if missing or invalid.
    public var updated: UTC?
    /// The time of publication; `nil` if missing or invalid.
    public var published: UTC?
    /// The author; `nil` if there is none.
    public var author: String?
    /// The language as in BCP 47; `nil` if there is none.
    public var language: String?
    /// The copyright notice; `nil` if there is none.
    public var rights: FeedText?
    /// The time within which the feed asks not to be fetched again; `nil` if it states none.
    public var lifetime: Duration?
    /// The times at which the feed asks not to be fetched.
    public var quiet = QuietTimes()

    /// Creates empty metadata.
    public init() {}
}
