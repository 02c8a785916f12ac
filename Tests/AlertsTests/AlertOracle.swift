import Records

/// The rules for alerts of the NWS in force, written down once more without the code that they test.
///
/// It reads the members of a feature itself; only JSON and times are read by `Records`.
struct AlertOracle {
    /// The members of a feature that the rules need.
    struct Alert {
        let identifier: String
        let sent: Int64
        let onset: Int64
        /// The end; `nil` if there is none.
        let ends: Int64?
        /// Whether its status lets it affect anything.
        let isActual: Bool
        /// Whether it says that the danger is over.
        let isOver: Bool
        /// Whether its status, type and content let it be in force.
        let counts: Bool
        /// The earlier messages, the earliest first.
        let references: [String]
        /// All messages that it supersedes.
        let supersedes: Set<String>
    }

    /// An alert in force or announced.
    struct InForce: Hashable {
        let identifier: String
        let isBegun: Bool
        let ends: Int64?
    }

    private var keys: [String: String] = [:]
    /// The messages that others have superseded, once and for all.
    private var gone: Set<String> = []
    /// When the last edition of a message was sent that says that it is over.
    private var overs: [String: Int64] = [:]

    /// Returns the alerts of a state at a moment, by key, and remembers their keys.
    mutating func state(_ alerts: [Alert], at now: Int64) -> [String: InForce] {
        var latest: [String: Alert] = [:]
        for alert in alerts
        where alert.isActual && latest[alert.identifier].map({ $0.sent <= alert.sent }) ?? true {
            latest[alert.identifier] = alert
        }
        for alert in latest.values {
            gone.formUnion(alert.supersedes)
            if alert.isOver { overs[alert.identifier] = max(alert.sent, overs[alert.identifier] ?? 0) }
        }
        let active = latest.values.filter { alert in
            alert.counts && !gone.contains(alert.identifier) && overs[alert.identifier] ?? 0 < alert.sent
                && alert.ends.map { $0 > now } ?? true
        }
        var found: [String: InForce] = [:]
        for (key, alert) in named(active) {
            found[key] = InForce(
                identifier: alert.identifier, isBegun: alert.onset <= now, ends: alert.ends)
        }
        return found
    }

    /// Gives alerts their keys: first to those that had one, then to the others by sent and identifier.
    private mutating func named(_ alerts: [Alert]) -> [String: Alert] {
        let sorted = alerts.sorted {
            $0.sent == $1.sent
                ? Array($0.identifier.utf8).lexicographicallyPrecedes(Array($1.identifier.utf8))
                : $0.sent < $1.sent
        }
        var named: [String: Alert] = [:]
        var others: [Alert] = []
        for alert in sorted {
            if let key = keys[alert.identifier], named[key] == nil {
                named[key] = alert
            } else {
                others.append(alert)
            }
        }
        for alert in others {
            let known = alert.references.compactMap { keys[$0] }
            let wanted = known.isEmpty ? Array(alert.references.prefix(1)) : known
            let key = wanted.first { named[$0] == nil } ?? alert.identifier
            named[key] = alert
            keys[alert.identifier] = key
            for name in alert.references where keys[name] == nil { keys[name] = key }
        }
        return named
    }
}

extension AlertOracle.Alert {
    /// Reads a feature of `api.weather.gov/alerts`.
    init(_ feature: JSON) {
        let facts = feature["properties"] ?? .null
        func time(_ name: String) -> Int64? { facts[name]?.string.flatMap { UTC(iso8601: $0)?.seconds } }
        func parameter(_ name: String) -> [String] {
            facts["parameters"]?[name]?.array?.compactMap(\.string) ?? []
        }
        let name = facts["id"]?.string ?? ""
        identifier = name
        sent = time("sent") ?? 0
        onset = time("onset") ?? time("effective") ?? time("sent") ?? 0
        let stated = parameter("eventEndingTime").first.flatMap { UTC(iso8601: $0)?.seconds }
        ends = time("ends") ?? stated ?? time("expires")
        let pairs = (facts["references"]?.array ?? []).map { reference -> (String, Int64) in
            let sent = reference["sent"]?.string.flatMap { UTC(iso8601: $0) }
            return (reference["identifier"]?.string ?? "", sent?.seconds ?? 0)
        }
        references = pairs.sorted { $0.1 < $1.1 }.map(\.0).filter { $0 != name }
        let expired = parameter("expiredReferences").flatMap { $0.split(separator: " ") }
            .map { String($0.split(separator: ",")[1]) }
        supersedes = Set(references + expired).subtracting([name])
        isActual = facts["status"] == "Actual"
        let warns = ["Alert", "Update"].contains(facts["messageType"]?.string)
        isOver =
            isActual && warns
            && (facts["response"] == "AllClear" || AlertOracle.Alert.ends(parameter("VTEC")))
        counts = isActual && warns && !isOver
    }

    /// Whether all codes of valid time events are cancelled or upgraded, such as
    /// `/O.CAN.KBOX.WI.Y.0001.…/`.
    private static func ends(_ codes: [String]) -> Bool {
        var actions: [Substring] = []
        for code in codes.joined(separator: "/").split(separator: "/") {
            let parts = code.split(separator: ".")
            if parts.count > 5, parts[0].count == 1 { actions.append(parts[1]) }
        }
        return !actions.isEmpty && actions.allSatisfy { $0 == "CAN" || $0 == "UPG" }
    }
}
