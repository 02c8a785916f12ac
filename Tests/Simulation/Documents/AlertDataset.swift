import Records

/// The warnings in force of a weather service, in the form of the NWS; now and then there are none.
nonisolated struct AlertDataset: Dataset {
    /// A warning.
    private struct Alert {
        let id: String
        let sent: UTC
        let ends: UTC
        let event: String
    }

    private var alerts: [Alert] = []
    private var count = 0
    private var updated: UTC

    let kind = "alert"
    let sourceSettings = ""
    let sections = ""
    let mediaType = "application/geo+json"
    let isExact = false
    /// A warning that is missing from a document may still apply.
    let keepsMissing = true

    /// Invents the warnings of a moment.
    init(at time: UTC, _ chance: inout Chance) {
        updated = UTC(seconds: time.seconds)
        for _ in 0..<chance.below(4) { add(at: time, &chance) }
    }

    /// Some members of each warning, also of those that are over, by its identifier.
    var expected: [String: JSON] {
        var expected: [String: JSON] = [:]
        for alert in alerts {
            expected[alert.id] = ["event": .string(alert.event), "ends": .string(alert.ends.description)]
        }
        return expected
    }

    /// Adds a warning, or lets time pass; those that are over are no longer stated.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        updated = UTC(seconds: time.seconds)
        alerts.removeAll { $0.ends <= time }
        if chance.isTrue(0.5) { add(at: time, &chance) }
    }

    private mutating func add(at time: UTC, _ chance: inout Chance) {
        count += 1
        let event = chance.pick(["Flood Warning", "Wind Advisory", "Winter Storm Watch"])
        alerts.append(
            Alert(
                id: "urn:example:\(count)", sent: UTC(seconds: time.seconds),
                ends: UTC(seconds: time.seconds + 3600 * Int64(6 + chance.below(40))), event: event))
    }

    /// Returns the document.
    func document(_ style: inout Chance) -> [UInt8] {
        let features = alerts.map { alert -> JSON in
            let properties: JSON = [
                "id": .string(alert.id), "sent": .string(alert.sent.description),
                "onset": .string(alert.sent.description), "ends": .string(alert.ends.description),
                "status": "Actual", "messageType": "Alert", "event": .string(alert.event),
                "severity": "Severe", "areaDesc": "Cumberland, ME",
            ]
            return ["type": "Feature", "geometry": .null, "properties": properties]
        }
        let value: JSON = [
            "type": "FeatureCollection", "title": "Alerts", "updated": .string(updated.description),
            "features": .array(features),
        ]
        return Array(JSONStyle.text(value, &style).utf8)
    }
}
