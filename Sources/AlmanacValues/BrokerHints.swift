public import Records

/// The hints of brokers to a source: io.almanac's `Hints`.
public struct BrokerHints: Hashable, Sendable {
    /// A topic of a broker: io.almanac's `Broker`.
    public struct Broker: Hashable, Sendable {
        /// The address and the topic.
        public let url: String
        /// The time since which its messages arrive; `nil` while they do not.
        public let connected: UTC?
        /// The reason why it was lost; `nil` while messages arrive, and before the first failure.
        public let failure: String?
        /// The time since which it is lost; `nil` while messages arrive, and if it is not known.
        public let lost: UTC?

        init?(_ json: JSON) {
            guard let url = json["url"]?.string else { return nil }
            self.url = url
            connected = json["connectedUSec"]?.moment
            failure = json["failure"]?.string
            lost = json["lostUSec"]?.moment
        }
    }

    /// The topics, in the order of the definition.
    public let brokers: [Broker]
    /// The number of topics that could not be read.
    public let unread: Int
    /// The number of messages that matter to the source, without repetitions.
    public let received: Int
    /// The number of requests that they started.
    public let requests: Int
    /// The number of these requests that found news.
    public let useful: Int
    /// The number of documents that messages contained, and that were stored without a request.
    public let delivered: Int

    /// Whether all of it could be read; otherwise the numbers are at least these.
    public let isWhole: Bool

    /// Parses the hints of a state; `nil` for null, as for a source that follows no broker.
    init?(_ json: JSON) {
        guard json != .null else { return nil }
        let counts = ["received", "requests", "useful"].map { json[$0]?.int }
        isWhole = json["brokers"]?.array != nil && !counts.contains(nil)
        let read = ReadList(json["brokers"], Broker.init)
        brokers = read.elements
        unread = read.unread
        received = max(0, json["received"]?.int ?? 0)
        requests = max(0, json["requests"]?.int ?? 0)
        useful = max(0, json["useful"]?.int ?? 0)
        delivered = max(0, json["delivered"]?.int ?? 0)
    }
}
