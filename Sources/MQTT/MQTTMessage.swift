/// A message that is published or was received.
public nonisolated struct MQTTMessage: Hashable, Sendable {
    /// The topic.
    public var topic: String
    /// The content; an empty retained message removes the one that the broker keeps.
    public var payload: [UInt8]
    /// Whether the broker keeps the message for later subscribers; in a received message, whether the broker
    /// sent it because it had kept it.
    public var isRetained: Bool
    /// The user properties of a published message; those of received messages are not read.
    ///
    /// Source: MQTT Version 5.0, 3.3.2.3.7.
    public var properties: [Property] = []

    /// A user property.
    public struct Property: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String

        /// Makes a property.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Makes a message.
    public init(_ topic: String, _ payload: [UInt8], isRetained: Bool, properties: [Property] = []) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.properties = properties
    }

    /// Makes a message of a text.
    public init(_ topic: String, text: String, isRetained: Bool) {
        self.init(topic, Array(text.utf8), isRetained: isRetained)
    }
}
