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
    /// The temporary or probable changes, and those at an unknown time.
    package let overlays: [ForecastChange]
    /// The groups of the forecast that describe the prevailing conditions.
    let groups: [JSON]

    private init?(_ json: JSON, groups: ForecastGroups) {
        guard let from = json[.from]?.utc,
            let until = json[.until]?.utc, from < until
        else { return nil }
        self.from = from
        self.until = until
        data = json
        self.groups = groups.prevailing(at: from)
        let becoming = json[.becoming].map { data in
            ForecastChange(becoming: data, groups: groups.becoming(from: from, until: until))
        }
        overlays =
            [becoming].compactMap(\.self)
            + groups.changes(json[.overlays]?.array ?? [], from: from, until: until)
    }

    /// Returns the periods of a TAF record, in order.
    package static func all(_ item: Item) -> [ForecastSpan] {
        let groups = ForecastGroups(item.data)
        return (item.data[.timeline]?.array ?? []).compactMap { ForecastSpan($0, groups: groups) }
    }

    /// The flight rules of the prevailing conditions.
    package var category: ProvenCategory { ProvenCategory(data) }

    /// The worst possible flight rules, which no part of the period is worse than.
    package var worst: ProvenCategory {
        let parts = [ProvenCategory(worstOf: data), category] + overlays.map { ProvenCategory($0.data) }
        return ProvenCategory.worst(parts)
    }

    /// Returns what else the forecast states of the prevailing conditions: icing, turbulence, the minimum
    /// altimeter setting, and words that were not understood.
    package func notes(in units: Units) -> [String] { ForecastGroups.notes(of: groups, in: units) }
}

/// The groups of a forecast as written, from which its periods are derived: what periods do not repeat is
/// read here.
struct ForecastGroups {
    private let groups: [JSON]

    init(_ forecast: JSON) { groups = forecast[.groups]?.array ?? [] }

    /// Returns the groups that describe the prevailing conditions at a moment: the last one that replaced all
    /// conditions, and the gradual changes after it.
    func prevailing(at moment: UTC) -> [JSON] {
        var found: [JSON] = []
        for group in groups where !group.lacks(.time) {
            switch group[.change]?.string {
            case nil, "FM": if (group[.from]?.utc ?? moment) <= moment { found = [group] }
            case "BECMG": if let end = group[.until]?.utc, end <= moment { found.append(group) }
            default: continue
            }
        }
        return found
    }

    /// Returns the gradual changes within a period.
    func becoming(from: UTC, until: UTC) -> [JSON] {
        groups.filter { $0[.change] == "BECMG" && !$0.lacks(.time) && $0.touches(from: from, until: until) }
    }

    /// Returns the changes of a period, each with the group that it was derived from.
    func changes(_ overlays: [JSON], from: UTC, until: UTC) -> [ForecastChange] {
        var candidates = groups.filter { $0.lacks(.time) || $0.touches(from: from, until: until) }
        return overlays.map { overlay in
            let index = candidates.firstIndex { $0.isOrigin(of: overlay) }
            return ForecastChange(overlay, groups: index.map { [candidates.remove(at: $0)] } ?? [])
        }
    }

    /// Returns what groups state besides conditions; where several state the same fact, the last one applies.
    static func notes(of groups: [JSON], in units: Units) -> [String] {
        let icing = groups.last { $0[.icing] != nil }.map { HazardText($0, in: units).icing } ?? []
        let turbulence =
            groups.last { $0[.turbulence] != nil }.map { HazardText($0, in: units).turbulence } ?? []
        let altimeter = groups.last { $0[.altimeter] != nil }.flatMap { group in
            group[.altimeter]?.double.map { value in
                let isInches = group[.text]?.string?.contains(text: "INS") ?? false
                return "minimum altimeter \(units.pressure(value, inches: isInches))"
            }
        }
        let unparsed = groups.flatMap { $0.texts(.unparsed) }
        let words = unparsed.isEmpty ? nil : "not understood: \(unparsed.joined(separator: " "))"
        return icing + turbulence + [altimeter, words].compactMap(\.self)
    }
}

extension JSON {
    fileprivate func touches(from: UTC, until: UTC) -> Bool {
        guard let start = self[.from]?.utc, let end = self[.until]?.utc else { return false }
        return start < until && end > from
    }

    /// Whether an overlay of a period was derived from this group.
    fileprivate func isOrigin(of overlay: JSON) -> Bool {
        self[.change] == overlay[.change] && self[.probability] == overlay[.probability]
            && lacks(.time) == overlay.lacks(.time)
    }
}
