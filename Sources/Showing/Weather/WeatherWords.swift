/// Returns a weather group in words: `-RA` is `light rain`, `VCTS` is `thunderstorm nearby`; an unknown group
/// is returned unchanged.
///
/// Source: WMO-No. 306, code table 4678.
public func weatherWords(_ group: String) -> String {
    if let whole = wholes[group] { return whole }
    var rest = group[...]
    let intensity = rest.first.flatMap { intensities[$0] } ?? ""
    if !intensity.isEmpty { rest = rest.dropFirst() }
    let isNearby = rest.hasPrefix("VC")
    if isNearby { rest = rest.dropFirst(2) }
    let descriptor = descriptors[String(rest.prefix(2))]
    if descriptor != nil { rest = rest.dropFirst(2) }
    guard let phenomena = names(rest), descriptor != nil || !phenomena.isEmpty else { return group }
    let core = joined(descriptor, to: phenomena.joined(separator: " and "))
    return [intensity, core, isNearby ? "nearby" : ""].filter { !$0.isEmpty }.joined(separator: " ")
}

/// Returns several groups in words, separated by commas.
func weatherWords(_ groups: [String]) -> String { groups.map(weatherWords).joined(separator: ", ") }

private func joined(_ descriptor: (before: String, behind: String)?, to phenomena: String) -> String {
    guard let descriptor else { return phenomena }
    if phenomena.isEmpty { return descriptor.behind.isEmpty ? descriptor.before : descriptor.behind }
    if descriptor.before == "thunderstorm" { return "thunderstorm with \(phenomena)" }
    return descriptor.before.isEmpty
        ? "\(phenomena) \(descriptor.behind)" : "\(descriptor.before) \(phenomena)"
}

/// Returns the phenomena of a run of two-letter codes; `nil` if one is unknown.
private func names(_ codes: Substring) -> [String]? {
    var names = [String]()
    var rest = codes
    while !rest.isEmpty {
        guard let name = phenomena[String(rest.prefix(2))] else { return nil }
        names.append(name)
        rest = rest.dropFirst(2)
    }
    return names
}

private let intensities: [Character: String] = ["-": "light", "+": "heavy"]

private let wholes = [
    "NSW": "no significant weather", "+FC": "tornado", "FC": "funnel cloud", "TS": "thunderstorm",
    "VCSH": "showers nearby", "VCTS": "thunderstorm nearby",
]

private let descriptors: [String: (before: String, behind: String)] = [
    "MI": ("shallow", ""), "PR": ("partial", ""), "BC": ("", "patches"), "DR": ("low drifting", ""),
    "BL": ("blowing", ""), "SH": ("", "showers"), "TS": ("thunderstorm", ""), "FZ": ("freezing", ""),
]

private let phenomena = [
    "DZ": "drizzle", "RA": "rain", "SN": "snow", "SG": "snow grains", "IC": "ice crystals",
    "PL": "ice pellets", "GR": "hail", "GS": "small hail", "UP": "unknown precipitation", "BR": "mist",
    "FG": "fog", "FU": "smoke", "VA": "volcanic ash", "DU": "dust", "SA": "sand", "HZ": "haze",
    "PY": "spray", "PO": "dust whirls", "SQ": "squalls", "FC": "funnel cloud", "SS": "sandstorm",
    "DS": "duststorm",
]

/// Returns a remark on lightning in words: `OCNL LTGICCG OHD` is `occasional lightning in clouds and from
/// cloud to ground, overhead`; a remark with an unknown word is returned unchanged.
///
/// Source: FMH-1 12.7.1 k.
func lightningWords(_ remark: String) -> String {
    var words: [String] = []
    var places: [String] = []
    for word in remark.split(separator: " ") {
        if let often = frequencies[String(word)] {
            words.append(often)
        } else if word.hasPrefix("LTG") {
            guard let kinds = kinds(word.dropFirst(3)) else { return remark }
            words.append(kinds.isEmpty ? "lightning" : "lightning \(kinds.joined(separator: " and "))")
        } else if let place = lightningPlaces[String(word)] {
            places.append(place)
        } else if isDirection(word) {
            places.append(String(word))
        } else {
            return remark
        }
    }
    guard !words.isEmpty else { return remark }
    return ([words.joined(separator: " ")] + (places.isEmpty ? [] : [places.joined(separator: " ")]))
        .joined(separator: ", ")
}

/// Returns the kinds in a run of two-letter codes; `nil` if one is unknown.
private func kinds(_ codes: Substring) -> [String]? {
    var kinds: [String] = []
    var rest = codes
    while !rest.isEmpty {
        guard let kind = lightningKinds[String(rest.prefix(2))] else { return nil }
        kinds.append(kind)
        rest = rest.dropFirst(2)
    }
    return kinds
}

/// Whether a word is a direction or several: `N`, `SW-W`.
private func isDirection(_ word: Substring) -> Bool {
    word.split(separator: "-", omittingEmptySubsequences: false).allSatisfy {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].contains($0)
    }
}

private let frequencies = ["OCNL": "occasional", "FRQ": "frequent", "CONS": "continuous"]

private let lightningKinds = [
    "IC": "in clouds", "CC": "from cloud to cloud", "CG": "from cloud to ground", "CA": "from cloud to air",
]

private let lightningPlaces = [
    "OHD": "overhead", "VC": "nearby", "DSNT": "distant", "AND": "and", "ALQDS": "in all directions",
    "THRU": "through",
]
