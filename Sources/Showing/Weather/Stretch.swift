import Records

/// A stretch of a forecast in which the same holds.
struct Stretch {
    /// When it begins.
    let from: UTC
    /// When it ends.
    let until: UTC
    /// What prevails.
    let data: JSON
    /// What comes, or may come, over it: its name, and what is other then.
    let overlays: [(name: String, data: JSON)]

    init?(_ json: JSON) {
        guard let from = json["from"]?.string.flatMap({ UTC(iso8601: $0) }),
            let until = json["until"]?.string.flatMap({ UTC(iso8601: $0) }), from < until
        else { return nil }
        (self.from, self.until, data) = (from, until, json)
        let becoming = json["becoming"].map { [(name: "becoming", data: $0)] } ?? []
        overlays = becoming + (json["overlays"]?.array ?? []).map { (Stretch.name($0), $0) }
    }

    /// The stretches of a TAF record, in order.
    static func all(_ item: Item) -> [Stretch] {
        (item.data["timeline"]?.array ?? []).compactMap(Stretch.init)
    }

    /// What prevails calls for.
    var rules: FlightRules? { data["flightRules"]?.string.flatMap(FlightRules.init) }

    /// The worst that may be.
    var worst: FlightRules? { data["worstFlightRules"]?.string.flatMap(FlightRules.init) ?? rules }

    /// `at times`, `30 % at times`, `40 %`.
    private static func name(_ overlay: JSON) -> String {
        let probability = overlay["probability"]?.int.map { "\($0) %" }
        switch overlay["change"]?.string {
        case "TEMPO", "INTER": return [probability, "at times"].compactMap(\.self).joined(separator: " ")
        default: return probability ?? "perhaps"
        }
    }
}
