import Alerts
import Decoding
import Records
import Testing

/// Real states of the NWS with what is in force at each, computed by an independent program.
@Suite struct AlertStateTests {
    /// A recorded state.
    private struct State {
        let bytes: [UInt8]
        let expected: JSON
        var time: Int64 { Int64(expected["time"]?.int ?? 0) }
    }

    private func states(_ path: String) throws -> [State] {
        let lines = try Corpus.bytes(path).split(separator: .newline)
        let features = lines.filter { $0.starts(with: #"{"type":"Feature""#.utf8) }
        return try lines.dropFirst(features.count).map { line in
            let expected = try JSON(parsing: Array(line))
            let chosen = (expected["features"]?.array ?? []).compactMap(\.int).map { features[$0] }
            let joined = chosen.joined(separator: [.comma])
            return State(
                bytes: Array(#"{"type":"FeatureCollection","features":["#.utf8) + joined + Array("]}".utf8),
                expected: expected)
        }
    }

    @Test(arguments: ["nws-severe.jsonl", "nws-national.jsonl"])
    func `the alerts in force and their keys equal the expected ones at every state`(path: String) throws {
        let memory = Memory()
        var before: [String: Expected] = [:]
        for state in try states(path) {
            let now = try decode(state.bytes, at: state.time, memory).alerts()
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
        let all = try states(path)
        var moments = 0
        for (index, state) in all.enumerated() {
            let end =
                index + 1 < all.count ? min(all[index + 1].time, state.time + 86_400) : state.time + 86_400
            let memory = Memory()
            var records = try decode(state.bytes, at: state.time, memory).records
            let messages = try AlertDocument(state.bytes).messages
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

    @Test func `no alert flickers: a chain that is in force in a row of states has one key`() throws {
        let memory = Memory()
        var keys: [String: String] = [:]
        for state in try states("nws-severe.jsonl") {
            let now = try decode(state.bytes, at: state.time, memory).alerts()
            var present: [String: String] = [:]
            for (key, alert) in now {
                present[alert.identifier] = key
                #expect(keys[alert.identifier] ?? key == key, "\(alert.identifier) at \(state.time)")
            }
            keys = present
        }
        #expect(!keys.isEmpty)
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
