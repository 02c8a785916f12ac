import AlmanacValues
import Records
import Showing

/// The flight rules of a report as a badge: colour, abbreviation and words.
struct RulesBadge {
    /// The conditions of a report.
    let data: JSON

    /// Adds the badge; if the rules are unknown, it has the neutral colour and the reason.
    func add(to page: inout HTML, id: String, on paper: Paper) {
        let conditions = ConditionsText(data, in: paper.units)
        let category = conditions.category
        page.add("p", ["class": "rules", "id": id]) { line in
            line.add("strong", ["class": "badge \(category.className)"], text: category.badge)
            line.add(text: " ")
            line.add("span", ["class": "words"], text: words(conditions))
            if let reason = reason(conditions) {
                line.add("span", ["class": "reason"], text: ", \(reason)")
            }
        }
    }

    /// Adds the badge without its words, but with what is unknown.
    func add(briefTo page: inout HTML, id: String, on paper: Paper) {
        let conditions = ConditionsText(data, in: paper.units)
        let category = conditions.category
        let doubt = category == .unknown ? conditions.categoryWords : conditions.doubt
        page.add("p", ["class": "rules", "id": id]) { line in
            line.add("strong", ["class": "badge \(category.className)"], text: category.badge)
            guard let doubt else { return }
            line.add(text: " ")
            line.add("span", ["class": "reason"], text: doubt)
        }
    }

    private func words(_ conditions: ConditionsText) -> String {
        let category = conditions.category
        guard let rules = category.rules else { return conditions.categoryWords }
        return category == .known(rules) ? rules.words : "\(rules.words) or worse"
    }

    /// The value that determines the rules, and what is unknown: `by visibility 1 SM, ceiling not reported`.
    private func reason(_ conditions: ConditionsText) -> String? {
        guard let rules = conditions.category.rules else { return nil }
        let doubt = conditions.category == .known(rules) ? nil : conditions.doubt
        let parts = [value(conditions).map { "by \($0)" }, doubt].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The value that determines the rules: `ceiling 1400 ft`.
    private func value(_ conditions: ConditionsText) -> String? {
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

extension ProvenCategory {
    /// The class of the colour: that of the rules, or the neutral one.
    var className: String { rules?.className ?? "rules-unknown" }

    /// The text on a badge: `VFR`, `IFR or worse`, `?`.
    var badge: String { self == .unknown ? "?" : text }
}

extension FlightRules {
    /// The class of the colour: green, blue, red or magenta, as on charts.
    var className: String { "rules-\(rawValue.lowercased())" }

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

/// The time of a report with its age; an old one is marked as expired.
struct ReportAge {
    /// The report.
    let item: Item
    /// The age from which a report is expired.
    let maximumAge: Duration

    /// Adds the time, or that it is unknown.
    func add(to page: inout HTML, id: String, on paper: Paper) {
        page.add("p", ["class": "age"]) { line in
            let isExpired = item.isExpired(at: paper.now, after: maximumAge)
            if isExpired { line.addExpired() }
            guard let time = item.moment(.time) else {
                return line.add("span", ["id": id], text: "time unknown")
            }
            let expiry = isExpired ? nil : item.expiry(after: maximumAge)
            line.add(time: time, id: id, text: paper.moment(time), expiry: expiry)
        }
    }
}
