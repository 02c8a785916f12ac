/// The messages that the broker keeps for the bridge, by topic.
///
/// A content is known once the broker has acknowledged it and a checkpoint was written. The others become
/// unknown when the connection ends, since a broker may lose what it acknowledged last.
public nonisolated struct RetainedTopics: Sendable {
    /// The content of a retained message.
    public enum Content: Hashable, Sendable {
        /// The broker may have kept any content or none.
        case unknown
        /// The hash of the content.
        case hash(UInt64)
        /// The message was removed.
        case removed
        /// The broker refused the message for its size and has none.
        case refused
    }

    private struct Entry {
        var content: Content
        var round: UInt32
    }

    private var entries: [Topic: Entry] = [:]
    private var round: UInt32 = 0
    /// The topics with a content that is not part of a checkpoint.
    public private(set) var open: Set<Topic> = []

    /// Makes a table without messages.
    public init() {}

    /// The number of topics with a message.
    public var count: Int { entries.count }

    /// All topics with their contents, in no order.
    public var contents: [(topic: Topic, content: Content)] {
        entries.map { (topic: $0.key, content: $0.value.content) }
    }

    /// Returns the content of a topic's message; `nil` if the broker keeps none.
    public subscript(_ topic: Topic) -> Content? { entries[topic]?.content }

    /// Records a message that was sent to the broker.
    public mutating func set(_ topic: Topic, to content: Content) {
        entries[topic] = Entry(content: content, round: round)
        open.insert(topic)
    }

    /// Adds a topic of an earlier run, with a content that a checkpoint contains.
    public mutating func restore(_ topic: Topic, _ content: Content) {
        entries[topic] = content == .removed ? nil : Entry(content: content, round: round)
    }

    /// Starts a mark-and-sweep round: marks made before no longer count.
    public mutating func startRound() { round &+= 1 }

    /// Marks a topic as in use in this round.
    public mutating func mark(_ topic: Topic) { entries[topic]?.round = round }

    /// The topics that are not in use in this round, in no order.
    public var unused: [Topic] {
        entries.filter { $0.value.round != round && $0.value.content != .removed }.map(\.key)
    }

    /// The topics that are not in use in this round although the broker should have a message, in no order.
    public var unmarked: [Topic] {
        entries.filter { $0.value.round != round && ![.removed, .refused].contains($0.value.content) }
            .map(\.key)
    }

    /// The number of refused messages, by the levels of their topics before the last one.
    public var refused: [String: Int] {
        entries.reduce(into: [:]) { counts, entry in
            if entry.value.content == .refused { counts[entry.key.parent, default: 0] += 1 }
        }
    }

    /// Makes all sent contents known, and returns them: the broker has acknowledged every message.
    public mutating func close() -> [(topic: Topic, content: Content)] {
        let closed = open.compactMap { topic in entries[topic].map { (topic: topic, content: $0.content) } }
        for (topic, content) in closed where content == .removed { entries[topic] = nil }
        open = []
        return closed
    }

    /// Makes the contents unknown that are not part of a checkpoint: the connection has ended.
    public mutating func forgetOpen() {
        for topic in open { entries[topic]?.content = .unknown }
        open = []
    }

    /// Makes all contents unknown: the broker may have lost them.
    public mutating func forgetAll() {
        for topic in entries.keys { entries[topic]?.content = .unknown }
        open = []
    }
}
