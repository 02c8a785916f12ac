/// A packet of a broker to a client that only subscribes.
///
/// Source: MQTT Version 3.1.1, chapters 2 and 3.
public nonisolated enum BrokerPacket: Hashable, Sendable {
    /// The answer to a connection (CONNACK): 0, or the code of a refusal.
    case connected(code: UInt8)
    /// The answer to a subscription (SUBACK): the quality of service of each topic, or 128 for a refusal.
    case subscribed(number: Int, codes: [UInt8])
    /// A message (PUBLISH).
    case message(BrokerMessage)
    /// The answer to a ping (PINGRESP).
    case alive

    /// Decodes a packet.
    ///
    /// - Parameters:
    ///   - head: The first byte: the type and flags.
    ///   - content: The bytes after the length.
    /// - Throws: A fault if the packet ends too early, or a broker may not send it to such a client.
    init(head: UInt8, content: ArraySlice<UInt8>) throws(BrokerFault) {
        var rest = content
        let flags = head & 15
        switch (BrokerPacketType(rawValue: head >> 4), flags) {
        case (.connected, 0):
            guard content.count == 2, let code = content.last else { throw .malformed }
            self = .connected(code: code)
        case (.subscribed, 0):
            self = .subscribed(number: try BrokerPacket.number(&rest), codes: Array(rest))
            guard !rest.isEmpty else { throw .malformed }
        case (.alive, 0):
            guard content.isEmpty else { throw .malformed }
            self = .alive
        case (.message, _): self = .message(try BrokerMessage(flags: flags, content))
        default: throw .unexpected(head >> 4)
        }
    }

    /// Reads a number of two bytes.
    static func number(_ rest: inout ArraySlice<UInt8>) throws(BrokerFault) -> Int {
        guard let high = rest.popFirst(), let low = rest.popFirst() else { throw .malformed }
        return Int(high) << 8 | Int(low)
    }
}

/// A message of a broker.
///
/// Source: MQTT Version 3.1.1, 3.3.
public nonisolated struct BrokerMessage: Hashable, Sendable {
    /// The topic.
    public let topic: String
    /// The content.
    public let payload: ArraySlice<UInt8>
    /// Whether the broker had kept the message for new subscribers.
    public let isRetained: Bool
    /// The number under which it must be acknowledged; `nil` if it need not be.
    public let number: Int?

    init(flags: UInt8, _ content: ArraySlice<UInt8>) throws(BrokerFault) {
        var rest = content
        let length = try BrokerPacket.number(&rest)
        guard length > 0, length <= rest.count else { throw .malformed }
        topic = String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
        isRetained = flags & 1 == 1
        switch flags >> 1 & 3 {
        case 0: number = nil
        case 1: number = try BrokerPacket.number(&rest)
        // The client asks for quality of service 1 at most.
        default: throw .malformed
        }
        payload = rest
    }
}

/// A fault of what a broker has sent.
public nonisolated enum BrokerFault: Error, Hashable, CustomStringConvertible {
    /// A packet ends too early, or has a value that MQTT does not define.
    case malformed
    /// A packet of a type that is not expected.
    case unexpected(UInt8)
    /// A packet that exceeds the limit in bytes.
    case tooLarge(limit: Int)

    /// The fault in words, as the end of a sentence about a broker.
    public var description: String {
        switch self {
        case .malformed: "it has sent a malformed packet of MQTT"
        case .unexpected(let type): "it has sent an unexpected packet of MQTT, of type \(type)"
        case .tooLarge(let limit): "a message has more than \(limit) bytes"
        }
    }
}
