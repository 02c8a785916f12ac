/// The type of a packet between a broker and a client that only subscribes: the upper half of its first byte.
///
/// Source: MQTT Version 3.1.1, table 2.1.
nonisolated enum BrokerPacketType: UInt8 {
    /// Opens a session (CONNECT).
    case connect = 1
    /// Answers `connect` (CONNACK).
    case connected = 2
    /// Carries a message (PUBLISH).
    case message = 3
    /// Acknowledges a message (PUBACK).
    case acknowledge = 4
    /// Subscribes to a topic (SUBSCRIBE).
    case subscribe = 8
    /// Answers `subscribe` (SUBACK).
    case subscribed = 9
    /// Asks the broker for a sign of life (PINGREQ).
    case ping = 12
    /// Answers `ping` (PINGRESP).
    case alive = 13
    /// Ends a session (DISCONNECT).
    case disconnect = 14

    /// Returns the first byte of a packet with flags, the lower half.
    func head(flags: UInt8 = 0) -> UInt8 { rawValue << 4 | flags }
}
