import Fetching
import Testing

/// The packets of MQTT between a broker and a client that only subscribes.
@Suite struct BrokerPacketTests {
    private static let notice = [UInt8]("a/b".utf8)
    /// The acceptance, the subscription, a message of each quality of service, and the answer to a ping.
    private static let session: [UInt8] =
        [0x20, 2, 0, 0, 0x90, 3, 0, 1, 1]
        + [0x30, 7, 0, 3] + notice + [1, 2]
        + [0x33, 7, 0, 3] + notice + [1, 2]
        + [0xD0, 0]

    private static func packets(
        _ bytes: [UInt8], slice: Int, maximumBytes: Int = 100
    ) throws(BrokerFault) -> [BrokerPacket] {
        var packets: [BrokerPacket] = []
        var splitter = BrokerPackets(maximumBytes: maximumBytes)
        for start in stride(from: 0, to: bytes.count, by: slice) {
            try splitter.add(Array(bytes[start..<min(start + slice, bytes.count)]), to: &packets)
        }
        return packets
    }

    @Test(arguments: 1...30) func `slices of any length are the same packets`(slice: Int) throws {
        let packets = try BrokerPacketTests.packets(BrokerPacketTests.session, slice: slice)
        #expect(packets.count == 5)
        #expect(packets[0] == .connected(code: 0) && packets[1] == .subscribed(number: 1, codes: [1]))
        #expect(packets[4] == .alive)
        guard case .message(let first) = packets[2], case .message(let second) = packets[3] else {
            Issue.record("the others are messages")
            return
        }
        #expect(first.topic == "a/b" && Array(first.payload) == [1, 2] && first.number == nil)
        #expect(second.number == 258 && second.payload.isEmpty && second.isRetained && !first.isRetained)
    }

    @Test func `every prefix is a prefix of the packets, or refused`() throws {
        let session = BrokerPacketTests.session
        let all = try BrokerPacketTests.packets(session, slice: session.count)
        for count in session.indices {
            #expect(all.starts(with: try BrokerPacketTests.packets(Array(session[..<count]), slice: 7)))
        }
        // Also of packets that are cut, but whose length is correct.
        let parts: [(head: UInt8, content: ArraySlice<UInt8>)] = [
            (0x33, session[20..<27]), (0x90, session[6..<9]), (0x20, session[2..<4]),
        ]
        for (head, content) in parts {
            for count in 0..<content.count {
                let cut = [head, UInt8(count)] + content.prefix(count)
                #expect((try? BrokerPacketTests.packets(Array(cut), slice: 3))?.isEmpty != true)
            }
        }
    }

    @Test(arguments: [
        [0x20, 1, 0], [0x90, 2, 0, 1], [0xD0, 1, 0], [0x30, 0], [0x30, 2, 0, 0], [0x30, 4, 0, 9, 1, 1],
        [0x36, 4, 0, 1, 65, 1], [0x32, 4, 0, 1, 65, 1], [0x30, 0xFF, 0xFF, 0xFF, 0xFF],
    ])
    func `a malformed packet is refused`(bytes: [UInt8]) {
        #expect(throws: BrokerFault.malformed) { try BrokerPacketTests.packets(bytes, slice: 99) }
    }

    @Test(arguments: [0x00, 0x10, 0x40, 0x82, 0xC0, 0xE0, 0xF0] as [UInt8])
    func `a packet that only a client sends is refused`(head: UInt8) {
        #expect(throws: BrokerFault.unexpected(head >> 4)) {
            try BrokerPacketTests.packets([head, 2, 0, 0], slice: 99)
        }
    }

    @Test func `a packet beyond the limit is refused by its length, before it arrives`() {
        #expect(throws: BrokerFault.tooLarge(limit: 100)) {
            try BrokerPacketTests.packets([0x30, 101], slice: 99)
        }
    }

    @Test func `requests have the bytes that MQTT 3_1_1 defines`() {
        #expect(
            BrokerRequest.connect(client: "c", login: .init(user: "u", password: "p"), patience: 300)
                == [0x10, 19, 0, 4] + Array("MQTT".utf8) + [4, 0xC2, 1, 44, 0, 1, 99, 0, 1, 117, 0, 1, 112])
        #expect(
            BrokerRequest.connect(client: "c", login: nil, patience: 1)
                == [0x10, 13, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 1, 0, 1, 99])
        #expect(BrokerRequest.subscribe("a/#", number: 1) == [0x82, 8, 0, 1, 0, 3, 97, 47, 35, 1])
        #expect(BrokerRequest.acknowledge(258) == [0x40, 2, 1, 2])
        let long = BrokerRequest.subscribe(String(repeating: "a", count: 200), number: 1)
        #expect(long.starts(with: [0x82, 0xCD, 1]) && long.count == 208)
    }
}
