import AlmanacValues
import Records
import Showing
import Testing

@Suite struct WarningMergerTests {
    /// Returns an event: its kind, the record `SOURCE/KEY`, and the message of the warning.
    private func event(
        _ kind: String, _ path: String, _ identifier: String = "", phase: String = "in force"
    ) throws -> Event {
        let parts = path.split(separator: "/").map(String.init)
        let data: JSON = [
            "identifier": .string(identifier), "sender": "w-nws", "phase": .string(phase),
            "severity": "Severe",
        ]
        return try #require(
            Event(
                .members([
                    "event": .string(kind), "cursor": "a.1", "realtimeUSec": 0, "source": .string(parts[0]),
                    "key": .string(parts[1]), "data": kind == "removed" ? nil : data,
                ])))
    }

    /// Returns what is reported after events, such as `added a/k`.
    private func reported(_ events: [Event], _ merger: inout WarningMerger) -> [String] {
        events.flatMap { merger.merge($0) }.map { event in
            "\(event.kind) \(event.source ?? "")/\(event.item?.key ?? "")"
        }
    }

    @Test func `a warning of two sources is reported once, from its first message to its end`() throws {
        var merger = WarningMerger()
        let events = try [
            event("added", "state/k", "1"), event("added", "point/k", "1"),
            event("changed", "state/k", "2"), event("changed", "point/k", "2"),
            event("changed", "point/k", "2", phase: "announced"),
            event("changed", "state/k", "2", phase: "announced"),
        ]
        #expect(reported(events, &merger) == ["added state/k", "changed state/k", "changed point/k"])
    }

    @Test func `a warning ends when no source has it any longer`() throws {
        var merger = WarningMerger()
        _ = reported([try event("added", "state/k", "1"), try event("added", "point/k", "1")], &merger)
        #expect(reported([try event("removed", "state/k")], &merger).isEmpty)
        #expect(reported([try event("removed", "point/k")], &merger) == ["removed state/k"])
        #expect(reported([try event("added", "point/k", "1")], &merger) == ["added point/k"])
    }

    @Test func `a source that loses a warning and has it again reports nothing`() throws {
        var merger = WarningMerger()
        let events = try [
            event("added", "state/k", "1"), event("added", "point/k", "1"), event("removed", "state/k"),
            event("added", "state/k", "1"), event("removed", "point/k"),
        ]
        #expect(reported(events, &merger) == ["added state/k"])
        #expect(reported([try event("removed", "state/k")], &merger) == ["removed state/k"])
    }

    @Test func `of a warning that was there before, the end is reported once`() throws {
        var merger = WarningMerger()
        for path in ["state/k", "point/k"] {
            merger.know(try #require(try event("snapshot", path, "1").item))
        }
        #expect(
            reported([try event("removed", "point/k"), try event("removed", "state/k")], &merger).count == 1)
        merger.know(try #require(try event("snapshot", "state/k", "1").item))
        #expect(reported([try event("added", "point/k", "1")], &merger).isEmpty)
    }

    @Test func `an update ends the message before it without a report`() throws {
        var merger = WarningMerger()
        for path in ["state/k", "point/k"] {
            merger.know(try #require(try event("snapshot", path, "1").item))
        }
        // The second source has the update as another record, and loses the first message.
        let events = try [
            event("changed", "state/k", "2"), event("added", "point/n", "2"), event("removed", "point/k"),
        ]
        #expect(reported(events, &merger) == ["changed state/k"])
        let end = try [event("removed", "point/n"), event("removed", "state/k")]
        #expect(reported(end, &merger) == ["removed state/k"])
    }

    @Test func `two parts of a message, and messages of two senders, are different warnings`() throws {
        var merger = WarningMerger()
        let parts = try [event("added", "state/k", "1"), event("added", "state/k#2", "1")]
        #expect(reported(parts, &merger).count == 2)
        #expect(reported([try event("added", "point/z#2", "1")], &merger).isEmpty)
        let other: JSON = [
            "event": "added", "cursor": "a.1", "realtimeUSec": 0, "source": "b", "key": "k",
            "data": ["identifier": "1", "sender": "other", "phase": "in force"],
        ]
        #expect(merger.merge(try #require(Event(other))).count == 1)
    }

    @Test func `events of other records are passed on`() throws {
        var merger = WarningMerger()
        let events: [JSON] = [
            ["event": "heartbeat", "cursor": "a.1", "realtimeUSec": 0],
            [
                "event": "added", "cursor": "a.1", "realtimeUSec": 0, "source": "s", "key": "k",
                "data": ["phase": "in force"],
            ],
            ["event": "removed", "cursor": "a.1", "realtimeUSec": 0, "source": "s", "key": "k"],
        ]
        for event in events { #expect(merger.merge(try #require(Event(event))).count == 1) }
    }
}
