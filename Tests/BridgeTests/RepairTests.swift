import Bridge
import Testing

/// The broker's messages become those that were published, whatever else happens to them.
@Suite(.serialized) struct RepairTests {
    private let fixture: BridgeFixture

    init() throws { fixture = try BridgeFixture() }

    /// Replaces, removes and adds messages of the broker without changing its checkpoint.
    private func forge() {
        var messages = fixture.broker.retained
        messages["almanac/rows/1"] = #"{"data":{"name":"forged"}}"#
        messages["almanac/rows/2"] = nil
        messages["almanac/rows/3"] = #"{"data":{"name":"left over"}}"#
        messages["almanac/lamp/state"] = "on"
        fixture.broker.restore(messages)
    }

    @Test func `forged, removed and left-over messages are repaired after a start`() throws {
        #expect(try fixture.turn { fixture.isMirrored })
        forge()
        try fixture.restart()
        #expect(try fixture.turn { fixture.isMirrored })
        #expect(fixture.broker.retained["almanac/lamp/state"] == "on")
    }

    @Test func `forged, removed and left-over messages are repaired within a day, without an outage`() throws
    {
        #expect(try fixture.turn { fixture.isMirrored })
        forge()
        let failures = fixture.failures
        try fixture.pass(.seconds(3600), step: .seconds(20))
        #expect(!fixture.isMirrored)
        try fixture.pass(.seconds(86_400), step: .seconds(20))
        #expect(try fixture.turn { fixture.isMirrored })
        #expect(fixture.failures == failures)
    }

    @Test func `another topic removes all messages of the one before`() throws {
        #expect(try fixture.turn { fixture.isMirrored })
        try fixture.restart("Topic=other")
        #expect(
            try fixture.turn {
                let topics = fixture.broker.retained.keys
                return topics.contains("other/rows/1") && !topics.contains { $0.hasPrefix("almanac/") }
            })
        #expect(fixture.broker.retained["other/_bridge"] == "online")
    }

    /// The value of a record that is too large for the broker of a test.
    private let large = String(repeating: "x", count: 2000)

    private func expectMissing() throws {
        #expect(try fixture.turn { fixture.isMirrored })
        try fixture.change("1", to: large, number: 3)
        #expect(try fixture.turn { fixture.found == ["2": "two"] })
        try fixture.pass(.seconds(121))
        #expect(fixture.broker.retained["almanac/rows/_source"]?.contains(#""missing":1"#) ?? false)
        try fixture.change("1", to: "small", number: 4)
        #expect(try fixture.turn { fixture.found == ["1": "small", "2": "two"] })
        try fixture.pass(.seconds(121))
        #expect(fixture.broker.retained["almanac/rows/_source"]?.contains("missing") == false)
    }

    @Test func `a record above the limit that the broker states is removed there and counted as missing`()
        throws
    {
        fixture.broker.end(reason: 0)
        // Maximum Packet Size: 1000.
        fixture.broker.properties = [0x27, 0, 0, 3, 0xE8]
        try expectMissing()
    }

    @Test(arguments: [0x95, 0x97] as [UInt8])
    func `a record that the broker refuses for its size is removed there and counted as missing`(
        reason: UInt8
    ) throws {
        fixture.broker.reason = { $1.count > 1000 ? reason : 0 }
        try expectMissing()
    }

    @Test func `a record because of which the broker ends the connection is removed there, too`() throws {
        fixture.broker.reason = { [broker = fixture.broker] in
            if $1.count > 1000 { broker.end(reason: 0x95) }
            return 0
        }
        #expect(try fixture.turn { fixture.isMirrored })
        fixture.records["1"] = large
        try fixture.restart("KeepAlive=61s")
        fixture.broker.restore([:])
        fixture.broker.end(reason: 0)
        #expect(try fixture.turn { fixture.found == ["2": "two"] && fixture.state == .online })
    }

    @Test func `a missing record is still counted as missing after a restart`() throws {
        fixture.broker.reason = { $1.count > 1000 ? 0x95 : 0 }
        #expect(try fixture.turn { fixture.isMirrored })
        try fixture.change("1", to: large, number: 3)
        #expect(
            try fixture.turn {
                fixture.found == ["2": "two"]
                    && fixture.broker.retained["almanac/_cursor"]?.hasPrefix("a.3 ") ?? false
            })
        try fixture.restart()
        try fixture.pass(.seconds(121))
        #expect(fixture.broker.retained["almanac/rows/_source"]?.contains(#""missing":1"#) ?? false)
    }
}
