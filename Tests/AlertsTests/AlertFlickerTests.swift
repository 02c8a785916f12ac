import Alerts
import Decoding
import Records
import Testing

/// Alerts that disappear and appear again although they are the same alert.
///
/// Only recorded states: in an `AlertVariation`, which leaves out and swaps states, alerts really return.
@Suite struct AlertFlickerTests {
    /// The changes that a subscriber sees, and which of them must not be.
    private struct Watcher {
        /// The messages that each message updates.
        let references: [String: Set<String>]
        /// The messages in force, by key.
        private var present: [String: String] = [:]
        /// The key under which each message was seen first.
        private var keys: [String: String] = [:]
        /// The messages that the clock ended.
        private var ended: Set<String> = []
        private(set) var flickers: [String] = []
        private(set) var changes = 0

        init(_ alerts: [AlertOracle.Alert]) {
            references = alerts.reduce(into: [:]) { $0[$1.identifier, default: []].formUnion($1.references) }
        }

        /// Takes the records after a document, or after time has passed.
        mutating func see(_ records: [Record], isClock: Bool) throws {
            var next: [String: String] = [:]
            for record in records {
                next[record.key] = try JSON(parsing: record.data)["identifier"]?.string ?? ""
            }
            for (key, name) in next {
                if keys[name, default: key] != key { flickers.append("\(name) has a new key") }
                if ended.contains(name) { flickers.append("\(name) returns after its end") }
                keys[name] = key
            }
            compare(
                removed: present.filter { next[$0.key] == nil }.map(\.value),
                added: next.filter { present[$0.key] == nil }.map(\.value), isClock: isClock)
            present = next
        }

        private mutating func compare(removed: [String], added: [String], isClock: Bool) {
            for old in removed {
                for new in added where references[new]?.contains(old) == true {
                    flickers.append("\(old) is removed, and added again as \(new)")
                }
            }
            if isClock { ended.formUnion(removed) }
            changes += removed.count + added.count
        }
    }

    @Test(arguments: ["nws-severe.jsonl", "nws-national.jsonl"])
    func `no chain of the recorded states is removed and added again`(path: String) throws {
        let recorded = try RecordedStates(path)
        var watcher = Watcher(try recorded.features.map { AlertOracle.Alert(try JSON(parsing: $0)) })
        try watch(recorded.states.map { ($0.time, recorded.document(of: $0)) }, with: &watcher)
        #expect(watcher.flickers == [])
        #expect(watcher.changes > 50)
    }

    /// Decodes states, and lets the clock change their records until the next one.
    private func watch(_ states: [(time: Int64, document: [UInt8])], with watcher: inout Watcher) throws {
        let memory = Memory()
        for (index, state) in states.enumerated() {
            var records = try decode(state.document, at: state.time, memory).records
            try watcher.see(records, isClock: false)
            let end = index + 1 < states.count ? states[index + 1].time : state.time + 86_400
            var next = records.compactMap { AlertClock.record($0, at: UTC(seconds: state.time)).next }.min()
            while let now = next, now.seconds < end {
                let results = records.map { AlertClock.record($0, at: now) }
                records = results.compactMap(\.record)
                next = results.compactMap(\.next).min()
                try watcher.see(records, isClock: true)
            }
        }
    }
}
