public import Records

/// Something that a subscriber is told, as io.almanac's Subscribe answers.
public struct Event: Sendable {
    /// What it is; values that are not known here are to be passed over.
    public enum Kind: String, Sendable {
        /// The first of all.
        case subscribed
        /// A record of the starting state.
        case snapshot
        /// The starting state is complete.
        case ready
        /// A record came.
        case added
        /// A record's data became other.
        case changed
        /// A record went.
        case removed
        /// How a source fares became other, or it is gone.
        case source
        /// Nothing happened; the connection lives.
        case heartbeat
        /// This reader was too slow for the log: a new starting state follows.
        case overflow
    }

    /// What it is.
    public let kind: Kind
    /// Where in the log it stands; given back as `since` it goes on from here.
    public let cursor: String
    /// When it happened.
    public let at: UTC
    /// The source's name; `nil` where none is meant.
    public let source: String?
    /// The record; `nil` where none is meant. Of a removed one the data are empty.
    public let item: Item?
    /// JSON merge patch from the state before; `nil` unless something changed.
    public let patch: JSON?
    /// The members of the patch as they were.
    public let previous: JSON?
    /// How the source fares; `nil` when that is not what is told, or the source is gone.
    public let runtime: Runtime?
    /// The event as the daemon wrote it.
    public let json: JSON

    /// Reads what the daemon says; `nil` for what is not known here.
    public init?(_ json: JSON) {
        guard let kind = json["event"]?.string.flatMap(Kind.init), let cursor = json["cursor"]?.string else {
            return nil
        }
        (self.kind, self.cursor, self.json) = (kind, cursor, json)
        at = json["realtimeUSec"]?.moment ?? UTC(microseconds: 0)
        source = json["source"]?.string
        patch = json["patch"]
        previous = json["previous"]
        runtime = json["runtime"].flatMap(Runtime.init)
        item = Event.item(json, at)
    }

    private static func item(_ json: JSON, _ at: UTC) -> Item? {
        guard let source = json["source"]?.string, let key = json["key"]?.string else { return nil }
        return Item(
            source: source, key: key, title: json["title"]?.string, at: at, data: json["data"] ?? .object([]))
    }
}
