package import AlmanacValues
package import Records

/// A period of a forecast with the same conditions.
package struct ForecastSpan {
    /// The start of the period.
    package let from: UTC
    /// The end of the period.
    package let until: UTC
    /// The prevailing conditions.
    package let data: JSON
    /// The temporary or probable changes: a name, and the values that differ.
    package let overlays: [(name: String, data: JSON)]

    init?(_ json: JSON) {
        guard let from = json[.from]?.string.flatMap({ UTC(iso8601: $0) }),
            let until = json[.until]?.string.flatMap({ UTC(iso8601: $0) }), from < until
        else { return nil }
        self.from = from
        self.until = until
        data = json
        let becoming = json[.becoming].map { [(name: "becoming", data: $0)] } ?? []
        overlays = becoming + (json[.overlays]?.array ?? []).map { (ForecastSpan.name($0), $0) }
    }

    /// Returns the periods of a TAF record, in order.
    package static func all(_ item: Item) -> [ForecastSpan] {
        (item.data[.timeline]?.array ?? []).compactMap(ForecastSpan.init)
    }

    /// The flight rules of the prevailing conditions.
    package var rules: FlightRules? { data[.flightRules]?.string.flatMap(FlightRules.init) }

    /// The worst possible flight rules.
    package var worst: FlightRules? { data[.worstFlightRules]?.string.flatMap(FlightRules.init) ?? rules }

    /// Returns the name of a change: `at times`, `30 % at times`, `40 %`.
    private static func name(_ overlay: JSON) -> String {
        let probability = overlay[.probability]?.int.map { "\($0) %" }
        switch overlay[.change]?.string {
        case "TEMPO", "INTER": return [probability, "at times"].compactMap(\.self).joined(separator: " ")
        default: return probability ?? "perhaps"
        }
    }
}
