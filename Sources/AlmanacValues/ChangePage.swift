public import Records

/// One page of changes: an answer of GetHistory.
public struct ChangePage: Sendable {
    /// The changes of the page, newest first.
    public let changes: [Event]
    /// The position of the following page; `nil` if this is the last one.
    public let next: String?
    /// Whether this is the last page, and the log no longer has earlier changes that were asked for.
    public let isCut: Bool
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer.
    public init(_ json: JSON) {
        changes = (json["changes"]?.array ?? []).compactMap(Event.init)
        next = json["next"]?.string
        isCut = json["cut"]?.bool ?? false
        self.json = json
    }
}
