public import Records

/// One page of the changes of several sources: an answer of GetChanges.
public struct LogPage: Sendable {
    /// The changes of the page, newest first.
    public let changes: [Event]
    /// The end of the log when the first page was made: later changes follow this cursor.
    public let cursor: String
    /// The position of the following page; `nil` if this is the last one.
    public let next: String?
    /// Whether the log no longer has all changes that were asked for; only the first and the last page say so.
    public let isCut: Bool
    /// The moment of the oldest change that the log has; only the first and the last page say so. `nil` if the
    /// log is empty; earlier daemons state it only of a log that is cut.
    public let from: UTC?
    /// The sources of which changes are missing.
    public let unknown: [UnknownPast]
    /// The number of changes, and of sources of which changes are missing, that could not be read.
    public let unread: Int
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer; returns `nil` if it has no cursor.
    public init?(_ json: JSON) {
        guard let cursor = json["cursor"]?.string else { return nil }
        self.cursor = cursor
        self.json = json
        let read = ReadList(json["changes"], Event.init(ofRecord:))
        let missing = ReadList(json["unknown"], UnknownPast.init)
        changes = read.elements
        unknown = missing.elements
        unread = read.unread + missing.unread
        next = json["next"]?.string
        isCut = json["cut"]?.bool ?? false
        from = json["fromUSec"]?.moment
    }
}

/// The beginning of a period whose changes are requested.
public enum LogStart: Hashable, Sendable {
    /// The change of a cursor.
    case cursor(String)
    /// A moment.
    case moment(UTC)
    /// The beginning of the log.
    case all
}
