import Reactive
import Records
import Testing

/// A hub that does not speak the protocol, or never comes to an end, and lists of sources that are wrong.
@Suite(.serialized) struct HostileConnectionTests {
    @Test(arguments: [
        "not JSON", "{", "[]", #"{"parameters":7}"#, #"{"error":7}"#, "\u{FEFF}{}",
        String(repeating: "[", count: 100_000),
    ])
    func `a message that is no reply ends the connection, and the state says so`(text: String) throws {
        let test = try HostileHub()
        test.hub.send(RawHub.frames([text]))
        try test.turn(until: { test.health == "failing" })
        #expect(test.message?.hasPrefix("the answer is not Varlink: ") == true)
        #expect(test.link?["failure"]?["reason"] == "shape")
        #expect(test.keys == ["1", "2"])
        #expect(try test.leaf.notes(of: "rows").contains { $0.contains("the last good state") })
        try test.turn(until: { test.health == "fresh" })
    }

    @Test func `a message without end is refused`() throws {
        let test = try HostileHub()
        test.hub.send([UInt8](repeating: UInt8(ascii: " "), count: (16 << 20) + 1))
        try test.turn(until: { test.health == "failing" })
        #expect(test.message?.contains("the message is longer than 16777216 bytes") == true)
        #expect(test.keys == ["1", "2"])
    }

    @Test func `a hub that is silent for two and a half minutes is given up, and asked again`() throws {
        let test = try HostileHub()
        let start = test.clock.now
        try test.turn(until: {
            test.clock.advance(by: .seconds(1))
            return test.link?["failure"]?["reason"] == "timeout"
        })
        #expect(test.clock.now - start > .seconds(140) && test.clock.now - start < .seconds(170))
        try test.turn(until: { test.hub.subscriptions == 2 && test.health == "fresh" })
        #expect(test.hub.subscribed?["since"] == "c.1")
        #expect(test.keys == ["1", "2"])
    }

    @Test func `a hub that never answers is given up after the time limit`() throws {
        let test = try HostileHub()
        test.hub.status = nil
        test.hub.disconnect()
        try test.turn(until: {
            test.clock.advance(by: .seconds(1))
            return test.link?["failure"]?["reason"] == "timeout"
        })
        #expect(test.keys == ["1", "2"])
    }

    @Test func `a hub that sends signs of life but never completes its records is given up`() throws {
        let test = try HostileHub()
        test.hub.events = { _ in [] }
        test.hub.disconnect()
        try test.turn(until: { test.hub.subscriptions == 2 })
        let beat = RawHub.frames([#"{"parameters":{"event":"heartbeat","cursor":"c.1"},"continues":true}"#])
        try test.turn(until: {
            test.hub.send(beat)
            test.clock.advance(by: .seconds(1))
            return test.link?["failure"]?["reason"] == "timeout"
        })
        #expect(test.keys == ["1", "2"])
    }

    @Test func `while a snapshot has no end, the last good records and all other sources are served`() throws
    {
        let test = try HostileHub()
        test.hub.events = { $0 == 1 ? RawHub.frames([#"{"error":"io.almanac.CursorExpired"}"#]) : [] }
        test.hub.disconnect()
        try test.turn(until: { test.hub.subscriptions == 3 })
        for round in 0..<20 {
            let events = (0..<500).map {
                RawHub.event("snapshot", key: "\(round)-\($0)", cursor: "c.1", generation: round)
            }
            test.hub.send(RawHub.frames(events))
            let count = 2 + 500 * (round + 1)
            try test.turn(until: { (try? test.leaf.runtime(of: "rows"))??["records"]?.int == count })
        }
        #expect(test.isUnharmed)
        // The snapshot is not complete: no position is stored, and the next connection starts over.
        test.hub.disconnect()
        test.hub.events = { _ in HostileHub.good }
        try test.turn(until: { test.hub.subscriptions == 4 && test.keys == ["1", "2"] })
        #expect(test.hub.subscribed?["since"] == nil)
    }

    @Test func `events of sources that are not listed are ignored, and cost a bounded number of calls`()
        throws
    {
        let test = try HostileHub()
        let before = test.hub.lists
        try test.send(
            (0..<1500).map { RawHub.event("added", key: "1", cursor: "c.2", source: "other-\($0)") })
        #expect(test.hub.lists - before == 1000)
        #expect(test.keys == ["1", "2", "last"])
        #expect(try test.leaf.runtime(of: "other-1") == nil)
    }

    @Test(arguments: [
        #"{"parameters":{}}"#, #"{"parameters":{"sources":7}}"#, #"{"parameters":{"sources":{}}}"#,
    ])
    func `an answer without a list of sources removes none`(text: String) throws {
        let test = try HostileHub()
        test.hub.sources = text
        try test.list()
        #expect(test.message == "the answer to ListSources has no list of sources")
        #expect(test.keys == ["1", "2"])
    }

    @Test func `an entry of the list that cannot be read affects no source`() throws {
        let test = try HostileHub()
        for value in HostileHub.values {
            let text = String(decoding: value.bytes, as: UTF8.self)
            let entry = #"{"context":{"name":"rows","kind":"table"},"runtime":{"health":"fresh"}}"#
            let names = [#"{"context":{"name":\#(text),"kind":"table"}}"#, text]
            let members = ["kind", "title", "tags", "intervalUSec", "options", "via", "link"].map {
                #"{"context":{"name":"rows","kind":"table","\#($0)":\#(text)},"runtime":{"health":"fresh"}}"#
            }
            let states = ["health", "generation", "nextUSec", "phases", "failure"].map {
                #"{"context":{"name":"rows","kind":"table"},"runtime":{"health":"fresh","\#($0)":\#(text)}}"#
            }
            for other in names {
                test.hub.sources = #"{"parameters":{"sources":[\#(other)]}}"#
                try test.list()
            }
            let all = (names + members + states + [entry]).joined(separator: ",")
            test.hub.sources = #"{"parameters":{"sources":[\#(all)]}}"#
            try test.list()
        }
        #expect(test.keys == ["1", "2"])
        #expect(test.isUnharmed)
        #expect(test.notes == ["3 entries in the list of sources that cannot be used; no source is removed"])
    }

    @Test func `a source that was not selected is not mirrored`() throws {
        let test = try HostileHub(mirror: "Sources=rows")
        let other = #",{"context":{"name":"other","kind":"table"},"runtime":{"health":"fresh"}}"#
        test.hub.sources = RawHub.list(others: other)
        try test.list()
        try test.send([RawHub.event("added", key: "1", cursor: "c.2", source: "other")])
        #expect(try test.leaf.runtime(of: "other") == nil)
        #expect(test.notes == ["an entry in the list of sources that cannot be used; no source is removed"])
    }
}
