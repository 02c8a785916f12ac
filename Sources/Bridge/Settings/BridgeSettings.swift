public import AlmanacValues
public import MQTT
public import Records

/// The settings of a bridge: the section `[MQTT]` of its file.
public nonisolated struct BridgeSettings: Sendable {
    /// A hint: a message of a topic makes the daemon refresh a source.
    public struct Hint: Hashable, Sendable {
        /// The filter of the topics.
        public let filter: String
        /// The name of the source.
        public let source: String
    }

    /// The address of the broker.
    public internal(set) var broker: BrokerAddress
    /// The identifier of the client; `nil` for one of the machine and the bridge.
    public internal(set) var client: String?
    /// The name of the user at the broker; `nil` for none.
    public internal(set) var user: String?
    /// The files of the encryption.
    public internal(set) var certificates = MQTTSettings.Certificates()
    /// The longest time without a packet to the broker.
    public internal(set) var keepAlive: Duration = .seconds(60)
    /// The topics.
    public internal(set) var tree = TopicTree(prefix: "almanac")
    /// The records that are published.
    public internal(set) var selector = Selector()
    /// The same conditions, for records that leave the selection.
    public internal(set) var conditions: [Condition] = []
    /// The first levels of announcements to Home Assistant; `nil` without announcements.
    public internal(set) var discovery: String?
    /// The records that are announced as devices; `nil` for stations and places.
    public internal(set) var devices: ChangePatterns?
    /// The places and zones whose warnings are published.
    public internal(set) var warnings: [WarningPlace] = []
    /// Whether messages can refresh any source.
    public internal(set) var allowsRefresh = false
    /// The messages that refresh a source.
    public internal(set) var hints: [Hint] = []
    /// The text that identifies what is published and to which broker.
    public internal(set) var identity = ""

    /// Makes settings with defaults.
    public init(broker: BrokerAddress) { self.broker = broker }

    /// Whether a source, whose definition can be used, is selected.
    func selects(_ source: Source) -> Bool {
        let (names, kinds, tags) = (selector.sources, selector.kinds, selector.tags)
        return (names.isEmpty || names.contains { Glob($0).matches(source.name) })
            && (kinds.isEmpty || kinds.contains(source.kind ?? ""))
            && (tags.isEmpty || source.tags.contains { tags.contains($0) })
    }
}
