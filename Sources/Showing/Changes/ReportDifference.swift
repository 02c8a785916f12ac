import AlmanacValues
import Records

/// The change of a weather report, most important differences first: `IFR → MVFR, ceiling 900 → 1400 ft`.
struct ReportDifference {
    private let old: ConditionsText
    private let new: ConditionsText
    private let changed: Set<String>
    private let units: Units

    init(_ event: Event, data: JSON, units: Units) {
        self.units = units
        new = ConditionsText(data, in: units)
        let before = event.previous.map { data.patched(with: $0) } ?? data
        old = ConditionsText(before, in: units)
        changed = Set((event.patch?.object ?? []).map(\.name))
    }

    /// The differences worth printing; empty if only the time changed.
    var lines: [Line] {
        [rules, ceiling, visibility, wind, weather, sky, temperature, dewPoint, altimeter].compactMap(\.self)
    }

    private func hasChanged(_ member: WeatherMember) -> Bool { changed.contains(member.description) }

    private var rules: Line? {
        guard old.category != new.category else { return nil }
        return old.category.line + " → " + new.category.line
    }

    private var ceiling: Line? {
        guard hasChanged(.ceiling) || hasChanged(.unknown) else { return nil }
        return pair("ceiling", before: old.ceiling ?? "none", after: new.ceiling ?? "none")
    }

    private var visibility: Line? {
        let members: [WeatherMember] = [.visibility, .visibilityQualifier, .cavok, .unknown]
        guard members.contains(where: hasChanged) else { return nil }
        let before = old.statedVisibility ?? "unknown"
        return pair("visibility", before: before, after: new.statedVisibility ?? "unknown")
    }

    private var wind: Line? {
        guard hasChanged(.wind) else { return nil }
        return pair("wind", before: old.briefWind ?? "unknown", after: new.briefWind ?? "unknown")
    }

    private var weather: Line? {
        guard hasChanged(.weather) else { return nil }
        return pair("weather", before: old.weather ?? "none", after: new.weather ?? "none")
    }

    private var sky: Line? {
        guard hasChanged(.clouds) || hasChanged(.sky), !hasChanged(.ceiling) else {
            return nil
        }
        return pair("sky", before: words(of: old), after: words(of: new))
    }

    /// Returns the sky in words; CAVOK states that there is no significant cloud.
    private func words(of conditions: ConditionsText) -> String {
        let isOK = conditions.data[.cavok]?.bool == true
        return conditions.sky ?? (isOK ? "no significant cloud" : "unknown")
    }

    private var temperature: Line? { number("temperature", of: .temperature, text: units.temperature) }

    private var dewPoint: Line? { number("dew point", of: .dewPoint, text: units.temperature) }

    private var altimeter: Line? {
        number("altimeter", of: .altimeter) { units.pressure($0, inches: new.speaksOfInches) }
    }

    private func number(_ name: String, of member: WeatherMember, text: (Double) -> String) -> Line? {
        guard hasChanged(member) else { return nil }
        let before = old.data[member]?.double
        let after = new.data[member]?.double
        return pair(name, before: before.map(text) ?? "unknown", after: after.map(text) ?? "unknown")
    }

    /// Returns `ceiling 900 → 1400 ft`: a common unit is printed once. Returns `nil` if both texts are equal.
    private func pair(_ name: String, before: String, after: String) -> Line? {
        guard before != after else { return nil }
        let a = before.split(separator: " ")
        let b = after.split(separator: " ")
        let isShared = a.count == 2 && b.count == 2 && a[1] == b[1]
        return Line("\(name) \(isShared ? String(a[0]) : before) → \(after)")
    }
}
