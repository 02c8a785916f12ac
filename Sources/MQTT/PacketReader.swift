import CMosquitto

/// A position in a packet of MQTT 5; each function returns `nil`, or `false`, if the packet ends too early.
///
/// Source: MQTT Version 5.0, 1.5 and 2.2.2.
nonisolated struct PacketReader {
    private(set) var rest: ArraySlice<UInt8>

    /// Makes a reader of the bytes after the fixed header, or of a part of them.
    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether all bytes were read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a byte.
    mutating func byte() -> UInt8? { rest.popFirst() }

    /// Reads a number of two bytes, such as a packet identifier.
    mutating func short() -> Int? {
        guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
        return Int(high) << 8 | Int(low)
    }

    /// Reads a number of variable length, of at most four bytes.
    mutating func number() -> Int? {
        var number = 0
        for shift in [0, 7, 14, 21] {
            guard let digit = rest.popFirst() else { return nil }
            number |= Int(digit & 127) << shift
            if digit < 128 { return number }
        }
        return nil
    }

    /// Reads a text or binary data, both preceded by a length of two bytes, and returns the bytes.
    mutating func text() -> ArraySlice<UInt8>? {
        guard let length = short() else { return nil }
        return bytes(length)
    }

    /// Reads a number of bytes.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a list of properties, and returns whether it contains only properties of MQTT 5, each complete.
    mutating func properties() -> Bool {
        guard let length = number(), let list = bytes(length) else { return false }
        var reader = PacketReader(list)
        while !reader.isAtEnd {
            guard reader.property() else { return false }
        }
        return true
    }

    /// Reads a property.
    ///
    /// Source: MQTT Version 5.0, table 2-4.
    private mutating func property() -> Bool {
        guard let number = number() else { return false }
        return switch mqtt5_property(rawValue: UInt32(number)) {
        case MQTT_PROP_PAYLOAD_FORMAT_INDICATOR, MQTT_PROP_REQUEST_PROBLEM_INFORMATION,
            MQTT_PROP_REQUEST_RESPONSE_INFORMATION, MQTT_PROP_MAXIMUM_QOS, MQTT_PROP_RETAIN_AVAILABLE,
            MQTT_PROP_WILDCARD_SUB_AVAILABLE, MQTT_PROP_SUBSCRIPTION_ID_AVAILABLE,
            MQTT_PROP_SHARED_SUB_AVAILABLE:
            byte() != nil
        case MQTT_PROP_SERVER_KEEP_ALIVE, MQTT_PROP_RECEIVE_MAXIMUM, MQTT_PROP_TOPIC_ALIAS_MAXIMUM,
            MQTT_PROP_TOPIC_ALIAS:
            short() != nil
        case MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, MQTT_PROP_SESSION_EXPIRY_INTERVAL,
            MQTT_PROP_WILL_DELAY_INTERVAL, MQTT_PROP_MAXIMUM_PACKET_SIZE:
            bytes(4) != nil
        case MQTT_PROP_SUBSCRIPTION_IDENTIFIER: self.number() != nil
        case MQTT_PROP_CONTENT_TYPE, MQTT_PROP_RESPONSE_TOPIC, MQTT_PROP_CORRELATION_DATA,
            MQTT_PROP_ASSIGNED_CLIENT_IDENTIFIER, MQTT_PROP_AUTHENTICATION_METHOD,
            MQTT_PROP_AUTHENTICATION_DATA, MQTT_PROP_RESPONSE_INFORMATION, MQTT_PROP_SERVER_REFERENCE,
            MQTT_PROP_REASON_STRING:
            text() != nil
        case MQTT_PROP_USER_PROPERTY: text() != nil && text() != nil
        default: false
        }
    }
}
