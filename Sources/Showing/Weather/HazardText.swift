import Records

/// The icing and turbulence of a forecast group in words: `icing moderate in cloud, 3000 to 11,000 ft`.
///
/// Source: WMO-No. 306, FM 51, groups 6IchihihitL and 5BhBhBhBtL, code tables 1733, 0300 and 4013; Air Force
/// Manual 15-124, which uses them in forecasts.
struct HazardText {
    private let group: JSON
    private let units: Units

    init(_ group: JSON, in units: Units) {
        self.group = group
        self.units = units
    }

    /// The layers with icing.
    var icing: [String] { layers(.icing, HazardText.icings) }

    /// The layers with turbulence.
    var turbulence: [String] { layers(.turbulence, HazardText.turbulences) }

    private func layers(_ member: WeatherMember, _ kinds: [String: String]) -> [String] {
        (group[member]?.array ?? []).map { layer in
            let type = layer[.type]?.string ?? "unknown"
            let kind = kinds[type] ?? "of type \(type)"
            return (["\(member) \(kind)"] + [heights(layer)].compactMap(\.self)).joined(separator: ", ")
        }
    }

    /// Returns the base and the top of a layer; a depth of 0 reaches the top of the clouds.
    private func heights(_ layer: JSON) -> String? {
        guard let base = layer[.base]?.double else { return nil }
        let from = base == 0 ? "surface" : units.height(base)
        guard let depth = layer[.depth]?.double else { return "from \(from)" }
        return depth == 0 ? "\(from) to the top of the clouds" : "\(from) to \(units.height(base + depth))"
    }

    private static let icings = [
        "0": "none", "1": "light", "2": "light in cloud", "3": "light in precipitation", "4": "moderate",
        "5": "moderate in cloud", "6": "moderate in precipitation", "7": "severe", "8": "severe in cloud",
        "9": "severe in precipitation",
    ]

    private static let turbulences = [
        "0": "none", "1": "light", "2": "moderate in clear air, occasional",
        "3": "moderate in clear air, frequent", "4": "moderate in cloud, occasional",
        "5": "moderate in cloud, frequent", "6": "severe in clear air, occasional",
        "7": "severe in clear air, frequent", "8": "severe in cloud, occasional",
        "9": "severe in cloud, frequent", "X": "extreme",
    ]
}
