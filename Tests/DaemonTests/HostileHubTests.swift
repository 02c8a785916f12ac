import Records
import Testing

/// A hub that sends what no almanac sends: the leaf keeps the last good state and its own sources.
@Suite(.serialized) struct HostileHubTests {
    /// Returns events that lack a member, or have one of another type.
    private func variants(of text: String, keeping kept: Set<String> = []) throws -> [String] {
        let members = try #require(JSON(parsing: Array(text.utf8))["parameters"]?.object)
        func event(_ members: [JSON.Member]) -> String {
            let json = JSON.members(["parameters": .object(members), "continues": true])
            return String(decoding: json.bytes, as: UTF8.self)
        }
        return members.indices.filter { !kept.contains(members[$0].name) }.flatMap { index in
            var fewer = members
            fewer.remove(at: index)
            return [event(fewer)]
                + HostileHub.values.map { value in
                    var changed = members
                    changed[index].value = value
                    return event(changed)
                }
        }
    }

    @Test func `a connection that ends after any byte leaves the last good state`() throws {
        let test = try HostileHub()
        let change = RawHub.event("changed", key: "1", cursor: "c.2", generation: 2)
        test.hub.events = { _ in RawHub.frames([change, RawHub.ready(cursor: "c.2")]) }
        let replies = RawHub.frames([test.hub.status, test.hub.sources, change].compactMap { $0 })
        for end in 0..<replies.count {
            test.hub.end = end
            test.hub.disconnect()
            let count = test.hub.connections
            try test.turn(until: { test.hub.connections > count && test.hub.open == 0 })
            if end % 50 == 0 {
                #expect(test.keys == ["1", "2"] && test.isUnharmed && test.health == "failing")
            }
        }
        test.hub.end = nil
        test.hub.disconnect()
        try test.turn(until: { test.health == "fresh" })
        #expect(test.keys == ["1", "2"])
        #expect(try test.leaf.changes(of: "rows").filter { $0["event"] == "removed" }.isEmpty)
    }

    @Test(arguments: ["added", "changed", "removed"])
    func `members that are missing or of another type affect only their event`(kind: String) throws {
        let test = try HostileHub()
        // A key of its own, so that a part that can be used changes no other record.
        let event = RawHub.event(kind, key: "3", cursor: "c.3")
        try test.send(variants(of: event))
        #expect(Set(test.keys).isSuperset(of: ["1", "2", "last"]))
        #expect(test.isUnharmed)
        #expect(test.health == "fresh")
        let note = try #require(test.notes.first)
        #expect(note.contains("events could not be used, the latest: rows/3: "))
    }

    @Test func `a state that cannot be read leaves the last one`() throws {
        let test = try HostileHub()
        let state =
            #"{"parameters":{"event":"source","cursor":"c.2","realtimeUSec":1,"source":"rows","#
            + #""runtime":{"health":"fresh","records":2,"generation":1,"nextUSec":9,"fetchedUSec":5,"#
            + #""rhythm":{"learned":true,"requestsPerDay":1},"expiresUSec":7,"notes":["x"],"failure":{"reason":"http","message":"m","realtimeUSec":1}}}}"#
        let json = try JSON(parsing: Array(state.utf8))
        let runtime = try #require(json["parameters"]?["runtime"]?.object)
        var events = try variants(of: state, keeping: ["event", "source", "runtime"])
        for value in HostileHub.values where !value.isNull {
            for member in runtime {
                let changed = runtime.map { $0.name == member.name ? .init($0.name, value) : $0 }
                let event = JSON.members([
                    "parameters": [
                        "event": "source", "cursor": "c.2", "source": "rows", "runtime": .object(changed),
                    ], "continues": true,
                ])
                events.append(String(decoding: event.bytes, as: UTF8.self))
            }
        }
        try test.send(events.map { $0.replacing("}}}}", with: #"}}},"continues":true}"#) })
        #expect(test.keys == ["1", "2", "last"])
        #expect(try test.leaf.runtime(of: "rows")?["health"] != nil)
    }

    @Test func `positions that go back or repeat are stored as they come, changes once each`() throws {
        let test = try HostileHub()
        let removal = RawHub.event("removed", key: "2", cursor: "c.3", generation: 2)
        try test.send([RawHub.event("changed", key: "1", cursor: "c.7", generation: 9), removal, removal])
        #expect(test.keys == ["1", "last"])
        #expect(try test.leaf.changes(of: "rows").filter { $0["event"] == "removed" }.count == 1)
        test.hub.disconnect()
        test.hub.events = { _ in RawHub.frames([RawHub.ready(cursor: "a.0")]) }
        try test.turn(until: { test.hub.subscriptions == 2 && test.health == "fresh" })
        #expect(test.hub.subscribed?["since"] == "c.9")
        test.hub.disconnect()
        try test.turn(until: { test.hub.subscriptions == 3 && test.health == "fresh" })
        #expect(test.hub.subscribed?["since"] == "a.0")
        #expect(test.keys == ["1", "last"])
    }

    @Test func `U+0000 in a record of a hub becomes U+FFFD`() throws {
        let test = try HostileHub()
        let data = #"{"name":"a\u0000b"}"#
        try test.send([RawHub.event("changed", key: "1", cursor: "c.7", generation: 9, data: data)])
        let record = try test.leaf.records(of: ["rows"]).first { $0["key"] == "1" }
        #expect(record?["data"] == ["name": "a\u{FFFD}b"])
    }

    @Test func `another log each time is compared each time, and nothing changes`() throws {
        let test = try HostileHub()
        let expired = #"{"error":"io.almanac.CursorExpired","parameters":{"oldest":"d.1"}}"#
        test.hub.events = { $0 % 2 == 1 ? RawHub.frames([expired]) : HostileHub.good }
        for round in 1...5 {
            test.hub.disconnect()
            try test.turn(until: { test.hub.subscriptions == 1 + 2 * round && test.health == "fresh" })
            #expect(test.hub.subscribed?["since"] == nil)
        }
        let changes = try test.leaf.changes(of: "rows").map { $0["event"] }
        #expect(changes == ["added", "added"])
    }

    @Test(arguments: [#"CursorExpired","parameters":{"oldest":"d.1"}}"#, #"TooManySubscribers"}"#])
    func `a hub that refuses each subscription is asked again later and later`(error: String) throws {
        let test = try HostileHub()
        test.hub.events = { _ in RawHub.frames([#"{"error":"io.almanac."# + error]) }
        test.hub.disconnect()
        try test.turn(until: { test.hub.subscriptions >= 10 })
        // Each failure is followed by a pause.
        #expect(try #require(test.link?["failure"]?["count"]?.int) >= 4)
        #expect(test.message?.hasPrefix("the other almanac answered io.almanac.") == true)
        #expect(test.keys == ["1", "2"])
    }

    @Test func `a position that the hub does not know is not sent again`() throws {
        let test = try HostileHub()
        let invalid =
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"since"}}"#
        test.hub.events = { $0 == 1 ? RawHub.frames([invalid]) : HostileHub.good }
        test.hub.disconnect()
        try test.turn(until: { test.hub.subscriptions == 3 && test.health == "fresh" })
        #expect(test.hub.subscribed?["since"] == nil)
        #expect(try test.leaf.changes(of: "rows").count == 2)
    }

    @Test func `a snapshot whose events cannot be used removes no record`() throws {
        let test = try HostileHub()
        let invalid = RawHub.event("snapshot", key: "2", cursor: "c.1", data: "7")
        test.hub.events = {
            guard $0 > 1 else { return RawHub.frames([#"{"error":"io.almanac.CursorExpired"}"#]) }
            return RawHub.frames([invalid, RawHub.ready(cursor: "c.3")])
        }
        test.hub.disconnect()
        try test.turn(until: { test.hub.subscriptions == 3 && test.health == "fresh" })
        #expect(test.keys == ["2"])
        #expect(test.notes == ["an event could not be used: rows/2: its data are not an object"])
    }

    @Test func `names without end are not mirrored, and the link says how many`() throws {
        let test = try HostileHub()
        func list(_ number: Int) throws {
            let others = (0..<number).map {
                #",{"context":{"name":"other-\#($0)","kind":"table"},"runtime":{"health":"fresh"}}"#
            }.joined()
            test.hub.sources = RawHub.list(others: others)
            try test.list()
        }
        try list(12_000)
        let count = try test.leaf.call("GetStatus")["sources"]?.int ?? 0
        // The leaf has two sources of its own: the link, and one with a file.
        #expect(count == 10_002)
        #expect(test.keys == ["1", "2"] && test.isUnharmed && test.health == "fresh")
        #expect(test.notes.last == "and 1981 more are not mirrored")
        #expect(test.notes.first?.hasSuffix("is beyond the 10000 sources of other almanacs") == true)
        try list(9_900)
        try test.turn(until: { (try? test.leaf.call("GetStatus")["sources"]) == 9_903 })
        #expect(test.keys == ["1", "2"] && test.notes == [])
    }

    @Test func `descriptions that are too large are not taken over`() throws {
        let test = try HostileHub()
        let text = String(repeating: "x", count: 60_000)
        let others = (0..<260).map {
            #",{"context":{"name":"s-\#($0)","kind":"table"},"runtime":{"health":"fresh","notes":["\#(text)"]}}"#
        }.joined()
        test.hub.sources = RawHub.list(runtime: #","notes":["\#(text)\#(text)"]"#, others: others)
        try test.list()
        #expect(test.keys == ["1", "2"] && test.isUnharmed && test.health == "fresh")
        let count = try test.leaf.call("GetStatus")["sources"]?.int ?? 0
        #expect((100..<200).contains(count))
        #expect(test.notes.contains { $0.hasPrefix("rows has a description and a state of 120") })
        #expect(test.notes.contains { $0.hasSuffix("bytes of descriptions and states of a link") })
        let state =
            #"{"parameters":{"event":"source","cursor":"c.2","realtimeUSec":1,"source":"rows","#
            + #""runtime":{"health":"failing","notes":["\#(text)\#(text)"]}},"continues":true}"#
        try test.send([state])
        #expect(try test.leaf.runtime(of: "rows")?["health"] == "fresh")
        #expect(test.notes.contains { $0.contains("rows: its state has 120") })
    }

    @Test(arguments: [true, false])
    func `records beyond MaxBytes= are not stored, and those before stay`(isSnapshot: Bool) throws {
        let test = try HostileHub(settings: "MaxBytes=1M", isGood: !isSnapshot)
        let data = #"{"text":"\#(String(repeating: "x", count: 50_000))"}"#
        let kind = isSnapshot ? "snapshot" : "added"
        let many = (0..<40).map { RawHub.event(kind, key: "large-\($0)", cursor: "c.2", data: data) }
        if isSnapshot {
            test.hub.events = { _ in RawHub.frames(many + [RawHub.ready(cursor: "c.2")]) }
        } else {
            test.hub.send(RawHub.frames(many))
        }
        let message = "the selected records have more than 1048576 bytes: MaxBytes= can allow more"
        try test.turn(until: { test.message == message })
        #expect(test.keys.count { $0.hasPrefix("large") } <= 20)
        #expect(test.isUnharmed && (isSnapshot || test.keys.starts(with: ["1", "2"])))
    }

    @Test func `records that replace others do not add up`() throws {
        let test = try HostileHub(settings: "MaxBytes=1M")
        for round in 0..<5 {
            let data = #"{"text":"\#(round)\#(String(repeating: "x", count: 50_000))"}"#
            let events = (0..<15).map {
                RawHub.event("changed", key: "large-\($0)", cursor: "c.2", generation: 2 + round, data: data)
            }
            try test.send(events, then: "round-\(round)")
        }
        #expect(test.health == "fresh" && test.keys.count == 2 + 15 + 5)
    }
}
