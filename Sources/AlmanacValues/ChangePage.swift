public import Records

/// One page of changes: an answer of GetHistory.
public struct ChangePage: Sendable {
    /// The changes of the page, newest first.
    public let changes: [Event]
    /// The position of the following page; `nil` if this is the last one.
    public let next: String?
    /// Whether this is the last page, and the log no longer has earlier changes that were asked for.
    public let isCut: Bool
    /// The number of changes that could not be read, such as those of a kind that later daemons have.
    public let unread: Int
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer.
    public init(_ json: JSON) {
        let read = ReadList(json["changes"], Event.init(ofRecord:))
        changes = read.elements
        unread = read.unread
        next = json["next"]?.string
        isCut = json["cut"]?.bool ?? false
        self.json = json
    }
}
