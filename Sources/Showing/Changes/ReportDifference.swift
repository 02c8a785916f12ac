import Records

/// What became of a weather report, the weightiest first: `IFR → MVFR, ceiling 900 → 1400 ft`.
struct ReportDifference {
    private let old: Conditions
    private let new: Conditions
    private let changed: Set<String>
    private let units: Units

    init(_ event: Event, data: JSON, units: Units) {
        self.units = units
        new = Conditions(data, units)
        let before = event.previous.map { data.patched(with: $0) } ?? data
        old = Conditions(before, units, raw: data["raw"]?.string)
        changed = Set((event.patch?.object ?? []).map(\.name))
    }

    /// The differences that a reader wants to know; empty when only the time moved on.
    var lines: [Line] {
        [rules, ceiling, visibility, wind, weather, sky, temperature, dewPoint, altimeter].compactMap(\.self)
    }

    private var rules: Line? {
        guard changed.contains("flightRules") else { return nil }
        return (old.rules?.line ?? "unknown") + " → " + (new.rules?.line ?? "unknown")
    }

    private var ceiling: Line? {
        guard changed.contains("ceiling") else { return nil }
        let (before, after) = (old.data["ceiling"]?.double, new.data["ceiling"]?.double)
        return pair("ceiling", before.map(units.height) ?? "none", after.map(units.height) ?? "none")
    }

    private var visibility: Line? {
        guard changed.contains("visibility") || changed.contains("cavok") else { return nil }
        return pair("visibility", old.visibility ?? "unknown", new.visibility ?? "unknown")
    }

    private var wind: Line? {
        guard changed.contains("wind") else { return nil }
        return pair("wind", old.briefWind ?? "unknown", new.briefWind ?? "unknown")
    }

    private var weather: Line? {
        guard changed.contains("weather") else { return nil }
        return pair("weather", old.weather ?? "none", new.weather ?? "none")
    }

    private var sky: Line? {
        guard changed.contains("clouds") || changed.contains("sky"), !changed.contains("ceiling") else {
            return nil
        }
        return pair("sky", old.sky ?? "unknown", new.sky ?? "unknown")
    }

    private var temperature: Line? {
        number("temperature", changed.contains("temperature"), units.temperature)
    }

    private var dewPoint: Line? {
        number("dew point", "dewPoint", changed.contains("dewPoint"), units.temperature)
    }

    private var altimeter: Line? {
        number("altimeter", changed.contains("altimeter")) { units.pressure($0, inches: new.speaksOfInches) }
    }

    private func number(_ name: String, _ hasChanged: Bool, _ text: (Double) -> String) -> Line? {
        number(name, name, hasChanged, text)
    }

    private func number(_ name: String, _ member: String, _ hasChanged: Bool, _ text: (Double) -> String)
        -> Line?
    {
        guard hasChanged else { return nil }
        let (before, after) = (old.data[member]?.double, new.data[member]?.double)
        return pair(name, before.map(text) ?? "unknown", after.map(text) ?? "unknown")
    }

    /// `ceiling 900 → 1400 ft`: a unit that both share is written once. Nothing when both read alike.
    private func pair(_ name: String, _ before: String, _ after: String) -> Line? {
        guard before != after else { return nil }
        let (a, b) = (before.split(separator: " "), after.split(separator: " "))
        let isShared = a.count == 2 && b.count == 2 && a[1] == b[1]
        return Line("\(name) \(isShared ? String(a[0]) : before) → \(after)")
    }
}
