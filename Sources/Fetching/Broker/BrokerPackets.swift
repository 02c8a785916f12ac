/// The packets in a stream of bytes from a broker.
///
/// Source: MQTT Version 3.1.1, 2.2.3.
public nonisolated struct BrokerPackets: Sendable {
    /// The maximum number of bytes of a packet.
    private let maximumBytes: Int
    /// The bytes that have arrived of a packet that is not complete.
    private var buffer: [UInt8] = []

    /// Creates a splitter of packets of a maximum size in bytes.
    public init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Adds bytes, and appends the packets that are complete now.
    ///
    /// - Throws: The first fault; the packets before it were appended, and nothing may follow.
    public mutating func add(
        _ bytes: [UInt8], to packets: inout [BrokerPacket]
    ) throws(BrokerFault) {
        if buffer.isEmpty { buffer = bytes } else { buffer += bytes }
        var rest = buffer[...]
        while let packet = try next(&rest) { packets.append(packet) }
        buffer = rest.isEmpty ? [] : Array(rest)
    }

    /// Removes the first packet; `nil` if it is not complete.
    private func next(_ rest: inout ArraySlice<UInt8>) throws(BrokerFault) -> BrokerPacket? {
        var content = rest
        guard let head = content.popFirst(), let length = try length(&content) else { return nil }
        guard length <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        guard length <= content.count else { return nil }
        rest = content.dropFirst(length)
        return try BrokerPacket(head: head, content: content.prefix(length))
    }

    /// Reads the length of a packet: seven bits in each of at most four bytes, the lowest ones first; `nil` if
    /// it is not complete.
    private func length(_ rest: inout ArraySlice<UInt8>) throws(BrokerFault) -> Int? {
        var length = 0
        for shift in [0, 7, 14, 21] {
            guard let digit = rest.popFirst() else { return nil }
            length |= Int(digit & 127) << shift
            if digit < 128 { return length }
        }
        throw .malformed
    }
}
