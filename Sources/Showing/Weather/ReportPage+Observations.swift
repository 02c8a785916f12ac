import Records

/// The statements of rare groups of a report.
extension ReportPage {
    /// Adds the colour state and the sea.
    func addObservations(to fields: inout Fields, on paper: Paper) {
        fields.add("Colour state", data[.color]?.string.map { Line($0) })
        fields.add("Sea", data[.sea].flatMap { sea($0, in: paper.units) })
    }

    /// Returns the sea: `water 15 °C, moderate (state 4)`, `water 1 °C, waves 1.4 m`.
    private func sea(_ sea: JSON, in units: Units) -> Line? {
        let parts = [
            sea[.temperature]?.double.map { "water \(units.temperature($0))" },
            sea[.state]?.int.map { "\(ReportPage.seaStates[$0] ?? "unknown") (state \($0))" },
            sea[.waves]?.double.map { "waves \(decimal($0)) m" },
        ].compactMap(\.self)
        let words = parts.isEmpty ? [sea[.code]?.string].compactMap(\.self) : parts
        return words.isEmpty ? nil : Line(words.joined(separator: ", "))
    }

    /// Source: WMO-No. 306, code table 3700.
    private static let seaStates: [Int: String] = [
        0: "glassy", 1: "rippled", 2: "smooth", 3: "slight", 4: "moderate", 5: "rough", 6: "very rough",
        7: "high", 8: "very high", 9: "phenomenal",
    ]
}
