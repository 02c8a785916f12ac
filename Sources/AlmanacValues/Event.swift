public import Records

/// An event that a subscriber receives: a reply of io.almanac's Subscribe.
public struct Event: Sendable {
    /// The kind of an event; unknown kinds are ignored.
    public enum Kind: String, Sendable {
        /// The first event of a subscription.
        case subscribed
        /// A record of the initial state.
        case snapshot
        /// The initial state is complete.
        case ready
        /// A record was added.
        case added
        /// The data of a record changed.
        case changed
        /// A record was removed.
        case removed
        /// The health of a source changed, or the source was removed.
        case source
        /// A sign that the connection works; nothing happened.
        case heartbeat
        /// The log no longer contains all missed changes; a new snapshot follows.
        case overflow
    }

    /// The kind of the event.
    public let kind: Kind
    /// The position in the log; pass it as `since` to resume after this event.
    public let cursor: String
    /// The time of the event.
    public let at: UTC
    /// The source's name; `nil` if the event concerns no source.
    public let source: String?
    /// The record; `nil` if the event concerns none. A removed record has no data.
    public let item: Item?
    /// The JSON merge patch from the previous state; `nil` unless a record changed.
    public let patch: JSON?
    /// The previous values of the members in the patch.
    public let previous: JSON?
    /// The reason why the record was removed, such as `upstream` or `clock`; later daemons may have others.
    /// `nil` if no record was removed, and if the reason is not known.
    public let reason: String?
    /// The state of the source; `nil` unless the event reports it, and if the source was removed.
    public let runtime: Runtime?
    /// The content of the source's definition, as in `Source`; `nil` without a state, and from a daemon that
    /// does not send it.
    public let context: JSON?
    /// Warnings about the subscription, such as a condition with a member that no record has had; only in
    /// `subscribed`.
    public let warnings: [String]
    /// The event as received from the daemon.
    public let json: JSON

    /// Parses an event; returns `nil` for an unknown kind.
    public init?(_ json: JSON) {
        guard let kind = json["event"]?.string.flatMap(Kind.init), let cursor = json["cursor"]?.string else {
            return nil
        }
        self.kind = kind
        self.cursor = cursor
        self.json = json
        at = json["realtimeUSec"]?.moment ?? UTC(microseconds: 0)
        source = json["source"]?.string
        patch = json["patch"]
        previous = json["previous"]
        reason = json["reason"]?.string
        runtime = json["runtime"].flatMap(Runtime.init)
        context = json["context"].flatMap { $0.isNull ? nil : $0 }
        warnings = (json["warnings"]?.array ?? []).compactMap(\.string)
        item = Event.item(json, at: at)
    }

    /// Parses a change of a record; returns `nil` for any other event, and if it names no record.
    init?(ofRecord json: JSON) {
        self.init(json)
        guard isOfRecord, item != nil else { return nil }
    }

    private static func item(_ json: JSON, at: UTC) -> Item? {
        guard let source = json["source"]?.string, let key = json["key"]?.string else { return nil }
        return Item(
            source: source, key: key, title: json["title"]?.string, at: at,
            generation: json["generation"]?.int, position: json.position, data: json["data"] ?? .object([]))
    }
}

extension Event {
    /// Whether the event is the state or a change of a record, which it then names.
    package var isOfRecord: Bool {
        switch kind {
        case .snapshot, .added, .changed, .removed: true
        case .subscribed, .ready, .source, .heartbeat, .overflow: false
        }
    }

    /// Whether a subscription can resume after this event; before `ready`, a snapshot is incomplete.
    public var isResumable: Bool { kind != .snapshot && kind != .subscribed }
}
