import CMosquitto

/// The check of what a broker sends, before the library reads it.
///
/// The library trusts its broker more than the bridge may: it reserves memory for any length, and version 2.0
/// ends the process (an assertion of its log) if a list of properties has one that MQTT 5 does not define.
/// Only whole packets of the kinds that a broker may send to this client, within the limits that the client
/// states, are therefore passed on.
///
/// Source: MQTT Version 5.0, 2.1 and chapter 3.
nonisolated struct IncomingPackets {
    /// The largest packet, in bytes: the Maximum Packet Size of CONNECT, 3.1.2.11.4.
    static let mostBytes = 2 << 20
    /// The greatest number of messages that are not acknowledged: the Receive Maximum of CONNECT, 3.1.2.11.3.
    static let mostMessages = 20

    /// The packet that has not arrived completely.
    private var packet: [UInt8] = []
    /// Its length in bytes; `nil` before its fixed header has arrived.
    private var length: Int?
    private var isConnected = false
    /// The messages among the bytes that were received last; the client has acknowledged none of them.
    private var latest = 0
    /// The messages whose acknowledgements may still wait to be sent.
    private var unacknowledged = 0

    /// Whether nothing more may be read until the acknowledgements are sent.
    var isFull: Bool { unacknowledged >= IncomingPackets.mostMessages }

    /// Records that all acknowledgements were sent.
    mutating func acknowledge() { unacknowledged = 0 }

    /// Checks bytes that have arrived.
    ///
    /// - Returns: The packets that are complete now.
    /// - Throws: `MQTTError.violated` for the first one that must not be passed on.
    mutating func receive(_ bytes: ArraySlice<UInt8>) throws(MQTTError) -> [[UInt8]] {
        var rest = bytes
        var complete: [[UInt8]] = []
        latest = 0
        while !rest.isEmpty {
            let wanted = length ?? packet.count + 1
            let part = rest.prefix(wanted - packet.count)
            packet += part
            rest = rest.dropFirst(part.count)
            if length == nil { try readLength() }
            guard packet.count == length else { continue }
            try check(packet)
            complete.append(packet)
            packet = []
            length = nil
        }
        return complete
    }

    /// Reads the length of the packet, if it has arrived.
    private mutating func readLength() throws(MQTTError) {
        let digits = packet.dropFirst()
        guard let last = digits.last else { return }
        guard last < 128 || digits.count < 4 else {
            throw .violated("a length of more than four bytes", .malformed)
        }
        guard last < 128 else { return }
        var reader = PacketReader(digits)
        let total = packet.count + (reader.number() ?? 0)
        guard total <= IncomingPackets.mostBytes else {
            throw .violated(
                "a packet of \(total) bytes although it may have at most \(IncomingPackets.mostBytes)",
                .tooLarge)
        }
        packet.reserveCapacity(total)
        length = total
    }

    private mutating func check(_ packet: [UInt8]) throws(MQTTError) {
        var reader = PacketReader(packet[...])
        let head = PacketHead(byte: reader.byte() ?? 0)
        _ = reader.number()
        guard isConnected != head.is(CMD_CONNACK) else {
            throw .violated("a packet of type \(head.number) at a wrong time", .protocolError)
        }
        guard let isComplete = isComplete(head, &reader) else {
            throw .violated("a packet of type \(head.number), which it may not send", .protocolError)
        }
        guard isComplete else { throw .violated("a malformed packet of type \(head.number)", .malformed) }
        isConnected = true
        if head.isMessage, head.quality == 1 { try countMessage() }
    }

    /// Returns whether a packet is complete; `nil` for one that the broker may not send to this client, which
    /// uses no quality of service 2 and no authentication of its own.
    private func isComplete(_ head: PacketHead, _ reader: inout PacketReader) -> Bool? {
        if head.isMessage { return IncomingPackets.isMessage(quality: head.quality, &reader) }
        return switch UInt32(head.byte) {
        // A broker that does not know MQTT 5 sends none with properties.
        case CMD_CONNACK: reader.short() != nil && (reader.isAtEnd || reader.properties())
        case CMD_PUBACK: reader.short() != nil && IncomingPackets.endsWithReason(&reader)
        case CMD_SUBACK, CMD_UNSUBACK: reader.short() != nil && reader.properties() && !reader.isAtEnd
        case CMD_PINGRESP: reader.isAtEnd
        case CMD_DISCONNECT: IncomingPackets.endsWithReason(&reader)
        default: nil
        }
    }

    /// Reads a topic, the number of a message that must be acknowledged, and properties.
    private static func isMessage(quality: Int, _ reader: inout PacketReader) -> Bool {
        guard let topic = reader.text(), !topic.isEmpty else { return false }
        return (quality == 0 || reader.short() != nil) && reader.properties()
    }

    /// Reads a reason and properties, both of which may be absent.
    private static func endsWithReason(_ reader: inout PacketReader) -> Bool {
        guard reader.byte() != nil, !reader.isAtEnd else { return true }
        return reader.properties() && reader.isAtEnd
    }

    private mutating func countMessage() throws(MQTTError) {
        latest += 1
        unacknowledged += 1
        guard latest <= IncomingPackets.mostMessages else {
            throw .violated(
                "more than \(IncomingPackets.mostMessages) messages without waiting for an acknowledgement",
                .tooMany)
        }
    }
}

/// The first byte of a packet: its type and, of a message, flags.
///
/// Source: MQTT Version 5.0, 2.1.
private nonisolated struct PacketHead {
    let byte: UInt8

    /// The type as a number from 0 to 15.
    var number: Int { Int(byte >> 4) }

    /// The quality of service of a message, 3 if it is invalid.
    var quality: Int { Int(byte >> 1) % 4 }

    /// Whether it is a message of quality of service 0 or 1.
    var isMessage: Bool { number == Int(CMD_PUBLISH >> 4) && quality <= 1 }

    /// Whether the type is this one, without flags.
    func `is`(_ type: UInt32) -> Bool { UInt32(byte) == type }
}
