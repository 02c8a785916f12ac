import Alerts
import Decoding
import Records
import Testing

/// The alerts in force compared with those of `AlertOracle`, at each state and each second at which one
/// changes.
@Suite struct AlertVariationTests {
    @Test(arguments: ["nws-severe.jsonl", "nws-national.jsonl"])
    func `the alerts equal those of the rules at each second at which one begins or ends`(
        path: String
    ) throws {
        let recorded = try RecordedStates(path)
        let alerts = try recorded.features.map { AlertOracle.Alert(try JSON(parsing: $0)) }
        let states = recorded.states.map { state in
            AlertVariation.State(
                time: state.time, document: recorded.document(of: state),
                alerts: state.features.map { alerts[$0] })
        }
        #expect(try compare(states, name: path) > 100)
    }

    @Test(arguments: 0..<6)
    func `they also do in variations of the states`(seed: Int) throws {
        let recorded = try RecordedStates("nws-severe.jsonl")
        #expect(try compare(AlertVariation(recorded, seed: seed).states, name: "seed \(seed)") > 200)
    }

    /// Decodes states, lets the clock change their records until the next one, and compares them.
    ///
    /// - Returns: The number of moments.
    private func compare(_ states: [AlertVariation.State], name: String) throws -> Int {
        var oracle = AlertOracle()
        let memory = Memory()
        var moments = 0
        for (index, state) in states.enumerated() {
            var records = try decode(state.document, at: state.time, memory).records
            #expect(
                try inForce(records) == oracle.state(state.alerts, at: state.time), "\(name) \(state.time)")
            let end = index + 1 < states.count ? states[index + 1].time : state.time + 7 * 86_400
            for now in state.changes(until: end) {
                records = records.compactMap { AlertClock.record($0, at: UTC(seconds: now)).record }
                #expect(try inForce(records) == oracle.state(state.alerts, at: now), "\(name) at \(now)")
                moments += 1
            }
        }
        return moments
    }

    private func inForce(_ records: [Record]) throws -> [String: AlertOracle.InForce] {
        var found: [String: AlertOracle.InForce] = [:]
        for record in records {
            let data = try JSON(parsing: record.data)
            found[record.key] = AlertOracle.InForce(
                identifier: data["identifier"]?.string ?? "", isBegun: data["phase"] == "in force",
                ends: data["ends"]?.string.flatMap { UTC(iso8601: $0)?.seconds })
        }
        return found
    }
}

extension AlertVariation.State {
    /// Each second before the next state at which an alert begins or ends, and the second before it,
    /// ascending.
    fileprivate func changes(until end: Int64) -> [Int64] {
        let moments = Set(alerts.flatMap { [$0.onset, $0.ends].compactMap(\.self) })
        return Set(moments.flatMap { [$0 - 1, $0] }).filter { $0 > time && $0 < end }.sorted()
    }
}
