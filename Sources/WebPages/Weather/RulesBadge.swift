import Records
import Showing

/// The flight rules of a report as a badge: colour, abbreviation and words.
struct RulesBadge {
    /// The conditions of a report.
    let data: JSON

    /// Adds the badge; nothing if the rules are unknown.
    func add(to page: inout HTML, id: String, on paper: Paper) {
        let conditions = ConditionsText(data, in: paper.units)
        guard let rules = conditions.rules else { return }
        page.add("p", ["class": "rules", "id": id]) { line in
            line.add("strong", ["class": "badge \(rules.className)"], text: rules.rawValue)
            line.add(text: " ")
            line.add("span", ["class": "words"], text: rules.words)
            if let reason = reason(conditions) {
                line.add("span", ["class": "reason"], text: ", by \(reason)")
            }
        }
    }

    /// The value that determines the rules: `ceiling 1400 ft`.
    private func reason(_ conditions: ConditionsText) -> String? {
        let by = data[.flightRulesBy]?.string.flatMap(FlightRules.Reason.init)
        let ceiling = conditions.ceiling.map { "ceiling \($0)" } ?? "ceiling"
        let visibility = conditions.visibility.map { "visibility \($0)" } ?? "visibility"
        switch by {
        case .ceiling: return ceiling
        case .visibility: return visibility
        case .both: return "\(ceiling) and \(visibility)"
        case nil: return nil
        }
    }
}

extension FlightRules {
    /// The class of the colour: green, blue, red or magenta, as on charts.
    var className: String { "rules-\(rawValue.lowercased())" }

    /// The letter on charts.
    var letter: String { String(rawValue.prefix(1)) }

    /// The abbreviation in words.
    var words: String {
        switch self {
        case .visual: "visual flight rules"
        case .marginalVisual: "marginal visual flight rules"
        case .instrument: "instrument flight rules"
        case .lowInstrument: "low instrument flight rules"
        }
    }
}
