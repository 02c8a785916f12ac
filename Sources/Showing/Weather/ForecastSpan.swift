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
    package var category: FlightCategory { FlightCategory(data) }

    /// The worst possible flight rules, which no part of the period is worse than.
    package var worst: FlightCategory {
        let parts = [FlightCategory(worstOf: data), category] + overlays.map { FlightCategory($0.data) }
        return FlightCategory.worst(parts)
    }

    /// Returns what else the forecast states of the prevailing conditions: icing, turbulence, the minimum
    /// altimeter setting, and words that were not understood.
    package func notes(in units: Units) -> [String] { ForecastGroups.notes(of: groups, in: units) }
}
