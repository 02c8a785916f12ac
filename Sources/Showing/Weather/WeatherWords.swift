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
