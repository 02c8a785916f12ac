import Bridge
import MQTT
import Reactive
import Systemd
import TestDaemon
import Testing

/// A broker that sends what it may not: the bridge ends the connection with the reason, and connects again.
@Suite(.serialized) struct HostileBrokerTests {
    private let fixture: BridgeFixture

    init() throws { fixture = try BridgeFixture() }

    @Test func `the bridge states the largest packet and the most messages that it accepts`() throws {
        #expect(try fixture.turn { fixture.isMirrored })
        let connect = try #require(fixture.broker.connects.first)
        // 2 MiB as Maximum Packet Size, and 20 as Receive Maximum.
        #expect(connect.contains([0x27, 0x00, 0x20, 0x00, 0x00]))
        #expect(connect.contains([0x21, 0x00, 0x14]))
    }

    @Test func `a packet that is too large ends the connection before it has arrived`() throws {
        try expectEnd(reason: 0x95, after: [0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0x00, 0x01])
    }

    @Test func `a packet of the greatest size is accepted`() throws {
        #expect(try fixture.turn { fixture.isMirrored })
        let failures = fixture.failures
        let length = 2 << 20 - 5
        let digits = [0, 7, 14, 21].map { UInt8(length >> $0 & 127) | ($0 < 21 ? 128 : 0) }
        // The topic "t" without properties, in parts that the socket has room for.
        let topic: [UInt8] = [0, 1, UInt8(ascii: "t"), 0]
        var rest = ([0x30] + digits + topic)[...]
        rest += [UInt8](repeating: 0, count: length - 4)
        while !rest.isEmpty {
            fixture.broker.send(bytes: Array(rest.prefix(50_000)))
            rest = rest.dropFirst(50_000)
            for _ in 0..<8 { _ = try fixture.daemon.loop.turn(timeout: .microseconds(100)) }
        }
        try fixture.change("1", to: "uno", number: 3)
        #expect(try fixture.turn { fixture.found["1"] == "uno" })
        #expect(fixture.failures == failures)
    }

    @Test func `more messages than the bridge accepts at once end the connection`() throws {
        let message: [UInt8] = [0x32, 6, 0, 1, UInt8(ascii: "t"), 0, 1, 0]
        try expectEnd(reason: 0x93, after: Array([[UInt8]](repeating: message, count: 21).joined()))
    }

    @Test(
        arguments: [
            // PINGREQ, PUBREC, AUTH and a reserved type; a message of quality of service 2.
            [0xC0, 0], [0x50, 2, 0, 1], [0xF0, 0], [0x00, 0], [0x34, 6, 0, 1, 0x74, 0, 1, 0],
            // A second CONNACK.
            [0x20, 3, 0, 0, 0],
        ] as [[UInt8]])
    func `a packet that a broker may not send ends the connection`(bytes: [UInt8]) throws {
        try expectEnd(reason: 0x82, after: bytes)
    }

    @Test(
        arguments: [
            // A length of five bytes, an empty topic, a topic and a list of properties that are longer than
            // the packet.
            [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x30, 3, 0, 0, 0], [0x30, 3, 0, 9, 0x74],
            [0x30, 4, 0, 1, 0x74, 9], [0x40, 1, 0], [0x90, 3, 0, 1, 0],
        ] as [[UInt8]])
    func `a malformed packet ends the connection`(bytes: [UInt8]) throws {
        try expectEnd(reason: 0x81, after: bytes)
    }

    @Test func `two clients with the same identifier take over at most every half minute`() throws {
        #expect(try fixture.turn { fixture.isMirrored })
        let start = fixture.daemon.clock.now
        var takeovers = 0
        while fixture.daemon.clock.now - start < .seconds(3600) {
            if fixture.state != .connecting {
                fixture.broker.end(reason: 0x8E)
                takeovers += 1
            }
            try fixture.pass(.seconds(1))
        }
        #expect(takeovers < 3600 / 20)
        #expect(takeovers > 3600 / 60)
    }

    @Test func `a broker that accepts and closes each connection is tried at most every half minute`() throws
    {
        fixture.broker.subscribed = { [broker = fixture.broker] _ in broker.end(reason: 0x80) }
        fixture.broker.end(reason: 0x80)
        let failures = fixture.failures
        try fixture.pass(.seconds(3600))
        #expect(fixture.failures - failures < 3600 / 20)
        #expect(fixture.failures - failures > 3600 / 60)
    }

    private func expectEnd(reason: UInt8, after bytes: [UInt8]) throws {
        #expect(try fixture.turn { fixture.isMirrored })
        let connects = fixture.broker.connects.count
        fixture.broker.send(bytes: bytes)
        #expect(try fixture.turn { fixture.broker.ends.last == reason })
        #expect(try fixture.turn { fixture.broker.connects.count > connects && fixture.isMirrored })
    }
}
