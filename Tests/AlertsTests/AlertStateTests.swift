import Alerts
import Decoding
import Records
import Testing

/// Real states of the NWS with what is in force at each, computed by an independent program.
@Suite struct AlertStateTests {
    @Test(arguments: ["nws-severe.jsonl", "nws-national.jsonl"])
    func `the alerts in force and their keys equal the expected ones at every state`(path: String) throws {
        let memory = Memory()
        var before: [String: Expected] = [:]
        let recorded = try RecordedStates(path)
        for state in recorded.states {
            let now = try decode(recorded.document(of: state), at: state.time, memory).alerts()
            #expect(now == Expected.all(state.expected["active"]), "at \(state.time)")
            let added = Set(now.keys).subtracting(before.keys)
            let changed = now.filter {
                before[$0.key] != nil && before[$0.key]?.identifier != $0.value.identifier
            }
            let removed = Set(before.keys).subtracting(now.keys)
            #expect(added == Set(state.expected.names("added")), "at \(state.time)")
            #expect(Set(changed.keys) == Set(state.expected.names("changed")), "at \(state.time)")
            #expect(removed == Set(state.expected.names("removed")), "at \(state.time)")
            before = now
        }
        #expect(!before.isEmpty)
    }

    @Test(arguments: ["nws-severe.jsonl", "nws-national.jsonl"])
    func `time alone gives the records that the same document gives, at every second of change`(
        path: String
    ) throws {
        let recorded = try RecordedStates(path)
        let times = recorded.states.map(\.time)
        var moments = 0
        for (index, state) in recorded.states.enumerated() {
            let document = recorded.document(of: state)
            let end = min(times.dropFirst(index + 1).first ?? .max, state.time + 86_400)
            let memory = Memory()
            var records = try decode(document, at: state.time, memory).records
            let messages = try AlertDocument(document).messages
            moments += try follow(&records, from: state.time, to: end) { now in
                AlertsInForce(messages, at: now, isCollection: false) { memory.key(of: $0) }
            }
        }
        #expect(moments > 60)
    }

    /// Lets the clock change records, and compares them at each moment with those of the messages.
    ///
    /// - Returns: The number of moments.
    private func follow(
        _ records: inout [Record], from start: Int64, to end: Int64, _ state: (UTC) throws -> AlertsInForce
    ) throws -> Int {
        var next = records.compactMap { AlertClock.record($0, at: UTC(seconds: start)).next }.min()
        var moments = 0
        while let moment = next, moment.seconds < end {
            // Nothing changes in the second before.
            for now in [moment - .seconds(1), moment] where now.seconds > start {
                let results = records.map { AlertClock.record($0, at: now) }
                records = results.compactMap(\.record)
                next = results.compactMap(\.next).min()
                let again = try state(now)
                #expect(
                    Set(records)
                        == Set(again.alerts.map { AlertRecord($0, languages: []).record(at: now) }),
                    "at \(now)")
                #expect(next == again.next(after: now), "at \(now)")
            }
            moments += 1
        }
        return moments
    }

    @Test func `the alerts of a growing folder equal the expected ones at every second between its messages`()
        throws
    {
        let messages = try AlertDocument(try Corpus.bytes("eccc-tornado.cap")).messages
        let memory = Memory()
        let states = try Corpus.lines("eccc-tornado.jsonl")
        var moments = 0
        for (index, state) in states.enumerated() {
            let time = UTC(seconds: Int64(state["time"]?.int ?? 0))
            let known = messages.filter { $0.sent <= time }
            let found = AlertsInForce(known, at: time, isCollection: true) { memory.key(of: $0) }
            memory.add(found.names)
            var records = found.alerts.map { AlertRecord($0, languages: []).record(at: time) }
            let expected = Expected.all(state["active"])
            let end = index + 1 < states.count ? Int64(states[index + 1]["time"]?.int ?? 0) : .max
            for now in Expected.changes(of: expected, from: time.seconds, to: end) {
                records = records.compactMap { AlertClock.record($0, at: UTC(seconds: now)).record }
                #expect(
                    try Expected.phases(of: records) == Expected.phases(of: expected, at: now), "at \(now)")
                moments += 1
            }
        }
        #expect(moments > 0)
    }

    @Test func `time alone ends the alerts of a growing folder at every second between its messages`() throws
    {
        let messages = try AlertDocument(try Corpus.bytes("eccc-tornado.cap")).messages
        let memory = Memory()
        let times = try Corpus.lines("eccc-tornado.jsonl").map { Int64($0["time"]?.int ?? 0) }
        var moments = 0
        for (index, time) in times.enumerated() {
            let known = messages.filter { $0.sent <= UTC(seconds: time) }
            func state(_ now: UTC) -> AlertsInForce {
                AlertsInForce(known, at: now, isCollection: true) { memory.key(of: $0) }
            }
            let first = state(UTC(seconds: time))
            memory.add(first.names)
            var records = first.alerts.map { AlertRecord($0, languages: []).record(at: UTC(seconds: time)) }
            let end = index + 1 < times.count ? times[index + 1] : time + 86_400
            moments += try follow(&records, from: time, to: end, state)
        }
        #expect(moments > 0)
    }

    @Test func `the messages of a growing folder are in force as expected at every moment`() throws {
        let bytes = try Corpus.bytes("eccc-tornado.cap")
        let messages = try AlertDocument(bytes).messages
        #expect(messages.count == 169)
        let memory = Memory()
        for expected in try Corpus.lines("eccc-tornado.jsonl") {
            let now = UTC(seconds: Int64(expected["time"]?.int ?? 0))
            let known = messages.filter { $0.sent <= now }
            let state = AlertsInForce(known, at: now, isCollection: true) { memory.key(of: $0) }
            memory.add(state.names)
            var alerts: [String: Expected] = [:]
            for alert in state.alerts {
                let record = AlertRecord(alert, languages: []).record(at: now)
                alerts[record.key] = try Expected(record)
            }
            #expect(alerts == Expected.all(expected["active"]), "at \(now)")
            #expect(JSON.object(state.left.map { .init($0.key, .int($0.value)) }) == expected["left"])
        }
    }
}

extension JSON {
    /// Returns the texts of a member.
    fileprivate func names(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }
}
