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
    func `time alone gives the records that the same document gives at every second of change`(
        path: String
    ) throws {
        let all = try states(path)
        var moments = 0
        for (index, state) in all.enumerated() {
            let end =
                index + 1 < all.count ? min(all[index + 1].time, state.time + 86_400) : state.time + 86_400
            let memory = Memory()
            let first = try decode(state.bytes, at: state.time, memory)
            var records = first.records
            var next = first.next
            // Every tenth change suffices where states are close to each other.
            while let moment = next, moment.seconds < end {
                let results = records.map { AlertClock.record($0, at: moment) }
                records = results.compactMap(\.record)
                next = results.compactMap(\.next).min()
                moments += 1
                guard moments % (all.count > 10 ? 7 : 40) == 0 else { continue }
                let again = try decode(state.bytes, at: moment.seconds, memory)
                #expect(Set(records) == Set(again.records), "at \(moment)")
                #expect(next == again.next)
            }
        }
        #expect(moments > 50)
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
