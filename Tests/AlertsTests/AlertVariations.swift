import Records
import TestDocuments

/// Recorded states, changed as other days might have been: other identifiers, other members, another order of
/// features and states, and fewer states.
struct AlertVariation {
    /// A state of the variation.
    struct State {
        let time: Int64
        let document: [UInt8]
        let alerts: [AlertOracle.Alert]
    }

    /// The states in the order of time.
    let states: [State]

    init(_ recorded: RecordedStates, seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        let turn = UInt8.random(in: 0..<16, using: &dice)
        var features: [[UInt8]] = []
        var alerts: [AlertOracle.Alert] = []
        for feature in recorded.features {
            let changed = try JSON(parsing: AlertVariation.renamed(feature, by: turn)).varied(by: &dice)
            features.append(changed.canonicalBytes)
            alerts.append(AlertOracle.Alert(changed))
        }
        let kept = recorded.states.filter { _ in !dice.isOne(of: 3) }
        let times = kept.map(\.time)
        states = zip(times, AlertVariation.swapped(kept, by: &dice)).map { time, state in
            var chosen = state.features.filter { _ in !dice.isOne(of: 40) }
            chosen.shuffle(using: &dice)
            return State(
                time: time, document: RecordedStates.document(chosen.map { features[$0] }),
                alerts: chosen.map { alerts[$0] })
        }
    }

    /// Returns states of which some have changed places with the next one.
    private static func swapped(
        _ states: [RecordedStates.State], by dice: inout SeededGenerator
    ) -> [RecordedStates.State] {
        var states = states
        for index in states.indices.dropLast() where dice.isOne(of: 5) { states.swapAt(index, index + 1) }
        return states
    }

    /// Returns a feature with other identifiers, which sort differently and still refer to each other.
    private static func renamed(_ feature: [UInt8], by turn: UInt8) -> [UInt8] {
        let opening = Array("840.0.".utf8)
        let digits = Array("0123456789abcdef".utf8)
        var bytes = feature
        for start in bytes.indices where bytes[start...].starts(with: opening) {
            for index in (start + opening.count..<bytes.count).prefix(40) {
                guard let digit = digits.firstIndex(of: bytes[index]) else { break }
                bytes[index] = digits[(digit + Int(turn)) % 16]
            }
        }
        return bytes
    }
}

extension JSON {
    /// Returns a feature with one member of its alert changed, as a rule none.
    fileprivate func varied(by dice: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<120, using: &dice) {
        case 0: changed("status", "Test")
        case 1: changed("messageType", "Cancel")
        case 2: changed("response", "AllClear")
        case 3: changed("references", [])
        case 4: changed("ends", .null)
        case 5: changed("onset", .null)
        case 6: changed("parameters", ["VTEC": ["/O.CAN.KBOX.WI.Y.0001.000000T0000Z-260813T2200Z/"]])
        case 7:
            changed(
                "parameters", ["VTEC": ["/O.UPG.KBOX.WI.Y.0001.000000T0000Z-260813T2200Z/ /O.NEW.A.B.C.D/"]])
        case 8: changed("id", .string("other-\(dice.next())"))
        case 9: changed("onset", self["properties"]?["ends"] ?? .null)
        default: self
        }
    }

    private func changed(_ name: String, _ value: JSON) -> JSON {
        let facts = self["properties"] ?? .null
        return with("properties", facts.with(name, value))
    }

    private func with(_ name: String, _ value: JSON) -> JSON {
        .object((object ?? []).map { $0.name == name ? .init(name, value) : $0 })
    }
}

extension SeededGenerator {
    /// Returns whether something happens that does so once in a number of times.
    fileprivate mutating func isOne(of times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }
}
