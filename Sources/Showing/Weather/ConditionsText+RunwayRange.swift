import Records

extension ConditionsText {
    /// The runway visual ranges: `22L: less than 50 m to 300 m, falling`; runways without a value are
    /// omitted.
    var runwayRanges: [String] {
        (data[.runwayVisualRange]?.object ?? []).compactMap { runway in
            runwayRange(runway.value, speaksOfFeet: speaksOfFeet(runway.name)).map { "\(runway.name): \($0)" }
        }
    }

    private func runwayRange(_ range: JSON, speaksOfFeet: Bool) -> String? {
        guard let low = range[.low]?.double else { return nil }
        func text(_ metres: Double, _ qualifier: JSON?) -> String {
            let value = units.runwayRange(metres, feet: speaksOfFeet)
            return qualifier == "less"
                ? "less than \(value)" : qualifier == "more" ? "more than \(value)" : value
        }
        let lowest = text(low, range[.lowQualifier])
        let highest = range[.high]?.double.map { text($0, range[.highQualifier]) }
        let limits = highest.map { $0 == lowest ? lowest : "\(lowest) to \($0)" } ?? lowest
        let tendency = range[.tendency]?.string.map { ", \(ConditionsText.tendencies[$0] ?? $0)" }
        return limits + (tendency ?? "")
    }

    /// Whether the range of a runway was reported in feet; where the record does not say so, whether the
    /// visibility was reported in statute miles.
    private func speaksOfFeet(_ runway: String) -> Bool {
        guard let unit = data[.reported]?[.runwayVisualRange]?[runway]?[.unit] else { return speaksOfMiles }
        return unit == "ft"
    }

    private static let tendencies = ["up": "rising", "down": "falling", "none": "no change"]
}
