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

/// The change of one leaf of a record.
struct LeafDifference {
    /// The JSON pointer of the leaf.
    let path: String
    /// The old value; `nil` if there was none.
    let old: JSON?
    /// The new value; `nil` if there is none.
    let new: JSON?

    /// Returns the differences of an event, in the order of its patch; those of HTML without its markup.
    static func all(_ event: Event) -> [LeafDifference] {
        guard let patch = event.patch else { return [] }
        let differences = MergePatch.paths(of: patch).map { path in
            LeafDifference(path: path, old: event.previous?.present(path), new: patch.present(path))
        }
        guard let item = event.item, item.hasMarkup else { return differences }
        let texts = differences.filter { $0.path == "/text" }
        return differences.compactMap { $0.withoutMarkup(besides: texts.first) }
    }

    /// Returns the difference of HTML as one of its text; `nil` if `text` differs in the same way.
    private func withoutMarkup(besides text: LeafDifference?) -> LeafDifference? {
        guard Item.markupMembers.contains(String(path.dropFirst())) else {
            return LeafDifference(path: path, old: old?.inOneLine, new: new?.inOneLine)
        }
        let plain = LeafDifference(path: path, old: old?.withoutMarkup, new: new?.withoutMarkup)
        guard let text else { return plain }
        let isSame = plain.old == text.old?.inOneLine && plain.new == text.new?.inOneLine
        return isSame ? nil : plain
    }

    /// The difference as text: `Phone 01483 782500 → 01483 11`, `Fax 1 (new)`, `Email gone (was a@b)`.
    var line: Line {
        let name = FieldPath(path).steps.map(readable).joined(separator: " ")
        switch (old, new) {
        case (let old?, let new?): return Line("\(name) \(brief(old)) → \(brief(new))")
        case (nil, let new?): return Line("\(name) \(brief(new)) (new)")
        case (let old?, nil): return Line("\(name) gone (was \(brief(old)))")
        case (nil, nil): return Line(name)
        }
    }

    private func brief(_ value: JSON) -> String { Line(value.shown).cut(to: 40).plain }
}

extension JSON {
    /// Returns the value at a JSON pointer; `nil` for `null`.
    fileprivate func present(_ path: String) -> JSON? {
        guard let value = value(at: path), !value.isNull else { return nil }
        return value
    }
}
