public import Records

/// The state of the daemon: the answer of GetStatus.
public struct Status: Sendable {
    /// A counter of the daemon.
    public struct Counter: Hashable, Sendable {
        /// Its name, such as `notModified`.
        public let name: String
        /// Its value since the start.
        public let value: Int
    }

    /// The version of the daemon; empty if it was not sent.
    public let version: String
    /// The start of the daemon.
    public let started: UTC?
    /// The position of the newest change.
    public let cursor: String?
    /// The oldest position from which a subscription can resume.
    public let oldestCursor: String?
    /// The number of sources.
    public let sources: Int?
    /// The number of records.
    public let records: Int?
    /// The number of subscribers.
    public let subscribers: Int?
    /// The failures of the daemon itself, the most important first.
    public let failures: [DaemonFailure]
    /// The kinds of sources that the daemon supports.
    public let kinds: [String]
    /// The counters, sorted by name.
    public let counters: [Counter]
    /// The libraries that the daemon has loaded, with their versions, which may be empty; sorted by name.
    public let libraries: [(name: String, version: String)]
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer; members that are missing are `nil` or empty.
    public init(_ json: JSON) {
        version = json["version"]?.string ?? ""
        started = json["startedUSec"]?.moment
        cursor = json["cursor"]?.string
        oldestCursor = json["oldestCursor"]?.string
        sources = json["sources"]?.int
        records = json["records"]?.int
        subscribers = json["subscribers"]?.int
        failures = Status.failures(json["failures"], started: started)
        kinds = (json["kinds"]?.array ?? []).compactMap(\.string)
        counters = (json["counters"]?.object ?? [])
            .compactMap { member in member.value.int.map { Counter(name: member.name, value: $0) } }
            .sorted { $0.name.precedes($1.name) }
        libraries = (json["libraries"]?.object ?? [])
            .compactMap { member in member.value.string.map { (member.name, $0) } }
            .sorted { $0.0.precedes($1.0) }
        self.json = json
    }

    /// Returns the failures; those that could not be read are one that says so, since the start.
    private static func failures(_ json: JSON?, started: UTC?) -> [DaemonFailure] {
        let read = ReadList(json, DaemonFailure.init)
        guard read.unread > 0 else { return read.elements }
        let message = "failures that this program cannot read: \(read.unread)"
        return read.elements + [DaemonFailure(message, since: started ?? UTC(microseconds: 0))]
    }
}
