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
        new = ConditionsText(data, units)
        let before = event.previous.map { data.patched(with: $0) } ?? data
        old = ConditionsText(before, units)
        changed = Set((event.patch?.object ?? []).map(\.name))
    }

    /// The differences worth printing; empty if only the time changed.
    var lines: [Line] {
        [rules, ceiling, visibility, wind, weather, sky, temperature, dewPoint, altimeter].compactMap(\.self)
    }

    private func hasChanged(_ member: WeatherMember) -> Bool { changed.contains(member.description) }

    private var rules: Line? {
        guard hasChanged(.flightRules) else { return nil }
        return (old.rules?.line ?? "unknown") + " → " + (new.rules?.line ?? "unknown")
    }

    private var ceiling: Line? {
        guard hasChanged(.ceiling) else { return nil }
        let (before, after) = (old.data[.ceiling]?.double, new.data[.ceiling]?.double)
        return pair("ceiling", before.map(units.height) ?? "none", after.map(units.height) ?? "none")
    }

    private var visibility: Line? {
        guard hasChanged(.visibility) || hasChanged(.cavok) else { return nil }
        return pair("visibility", old.visibility ?? "unknown", new.visibility ?? "unknown")
    }

    private var wind: Line? {
        guard hasChanged(.wind) else { return nil }
        return pair("wind", old.briefWind ?? "unknown", new.briefWind ?? "unknown")
    }

    private var weather: Line? {
        guard hasChanged(.weather) else { return nil }
        return pair("weather", old.weather ?? "none", new.weather ?? "none")
    }

    private var sky: Line? {
        guard hasChanged(.clouds) || hasChanged(.sky), !hasChanged(.ceiling) else {
            return nil
        }
        return pair("sky", old.sky ?? "unknown", new.sky ?? "unknown")
    }

    private var temperature: Line? { number("temperature", .temperature, units.temperature) }

    private var dewPoint: Line? { number("dew point", .dewPoint, units.temperature) }

    private var altimeter: Line? {
        number("altimeter", .altimeter) { units.pressure($0, inches: new.speaksOfInches) }
    }

    private func number(_ name: String, _ member: WeatherMember, _ text: (Double) -> String) -> Line? {
        guard hasChanged(member) else { return nil }
        let (before, after) = (old.data[member]?.double, new.data[member]?.double)
        return pair(name, before.map(text) ?? "unknown", after.map(text) ?? "unknown")
    }

    /// Returns `ceiling 900 → 1400 ft`: a common unit is printed once. Returns `nil` if both texts are equal.
    private func pair(_ name: String, _ before: String, _ after: String) -> Line? {
        guard before != after else { return nil }
        let (a, b) = (before.split(separator: " "), after.split(separator: " "))
        let isShared = a.count == 2 && b.count == 2 && a[1] == b[1]
        return Line("\(name) \(isShared ? String(a[0]) : before) → \(after)")
    }
}
