/// A topic of MQTT, compared by its bytes.
public nonisolated struct Topic: Hashable, Sendable, CustomStringConvertible {
    /// The text of the topic.
    public let description: String

    /// Makes a topic of a text.
    public init(_ text: String) { description = text }

    /// The levels before the last one.
    public var parent: String {
        description.lastIndex(of: "/").map { String(description[..<$0]) } ?? ""
    }

    /// Whether both consist of the same bytes.
    public static func == (left: Topic, right: Topic) -> Bool {
        left.description.utf8.elementsEqual(right.description.utf8)
    }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 { hasher.combine(byte) }
    }
}
