import Fetching

/// The bytes that a broker sends.
enum BrokerTarget {
    /// Splits bytes at once and in small slices, which must give the same packets, and reads notifications.
    static func run(_ input: FuzzInput) {
        let whole = packets(input.bytes, slice: max(1, input.bytes.count))
        require(whole == packets(input.bytes, slice: 3), "slices must not change the packets")
        for case .message(let message) in whole {
            let isPart = !message.topic.isEmpty && message.payload.count < input.bytes.count
            require(isPart, "a message is a part of the input")
            readNotification(message.payload)
        }
        readNotification(input.bytes[...])
    }

    private static func readNotification(_ bytes: ArraySlice<UInt8>) {
        let document = DataNotification(bytes)?.document?.bytes(atMost: 1 << 16)
        require(document.map { 1...1 << 16 ~= $0.count } ?? true, "a document is within its limit")
    }

    private static func packets(_ bytes: [UInt8], slice: Int) -> [BrokerPacket] {
        var packets: [BrokerPacket] = []
        var splitter = BrokerPackets(maximumBytes: 1 << 16)
        for start in stride(from: 0, to: bytes.count, by: slice) {
            let part = Array(bytes[start..<min(start + slice, bytes.count)])
            // A stream that is refused is all that is required.
            guard (try? splitter.add(part, to: &packets)) != nil else { break }
        }
        return packets
    }
}
