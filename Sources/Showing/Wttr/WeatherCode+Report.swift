import Records

extension WeatherCode {
    /// The weather of a METAR: its most severe weather group, or else its clouds; `nil` if it states neither.
    init?(report: JSON) {
        let groups = (report[.weather]?.array ?? []).compactMap(\.string)
        let codes = groups.compactMap { WeatherGroupWords($0).code }
        let worst = codes.min { $0.severity < $1.severity }
        guard let code = worst ?? WeatherCode(sky: report) else { return nil }
        self = code
    }

    /// The place of a code among the weather that a report may state at once; the most severe comes first.
    private var severity: Int {
        switch symbol {
        case .thunderySnowShowers, .thunderyHeavyRain, .thunderyShowers: 0
        case .heavySnow, .heavySnowShowers: self == .snowWithThunder ? 0 : 1
        case .lightSleet, .lightSleetShowers, .heavyRain, .heavyShowers: 2
        case .lightSnow, .lightSnowShowers, .lightRain, .lightShowers: 3
        default: 4
        }
    }

    /// The layer that covers most of the sky; a few clouds count as a clear sky.
    private init?(sky report: JSON) {
        switch report.cloudCover {
        case nil: return nil
        case let share? where share > 75: self = .overcast
        case let share? where share > 50: self = .cloudy
        case let share? where share > 25: self = .partlyCloudy
        default: self = .clear
        }
    }
}

extension JSON {
    /// The part of the sky that the clouds of a report cover, in per cent; `nil` if it does not state all of
    /// them, because the others may cover more.
    var cloudCover: Double? {
        let layers = self[.clouds]?.array ?? []
        let shares = layers.compactMap { $0[.cover]?.string.flatMap { shareOfCover[$0] } }
        if let greatest = shares.max(), shares.count == layers.count || greatest == 100 { return greatest }
        guard layers.isEmpty, !lacks(.ceiling) else { return nil }
        return self[.cavok]?.bool == true || self[.sky] != nil ? 0 : nil
    }
}

/// Source: WMO-No. 306, FM 15, group NsNsNs: FEW is 1 to 2 oktas, SCT 3 to 4, BKN 5 to 7, OVC 8.
private let shareOfCover: [String: Double] = ["FEW": 25, "SCT": 50, "BKN": 75, "OVC": 100, "VV": 100]

/// The parts of a weather group of a report.
///
/// Source: WMO-No. 306, code table 4678.
private struct WeatherGroupWords {
    private let isLight: Bool
    private let isHeavy: Bool
    private let isNearby: Bool
    private let descriptor: String
    private let phenomena: [String]

    init(_ group: String) {
        var rest = group[...]
        isLight = rest.first == "-"
        isHeavy = rest.first == "+"
        if isLight || isHeavy { rest = rest.dropFirst() }
        isNearby = rest.hasPrefix("VC")
        if isNearby { rest = rest.dropFirst(2) }
        let first = String(rest.prefix(2))
        descriptor = ["MI", "PR", "BC", "DR", "BL", "SH", "TS", "FZ"].contains(first) ? first : ""
        if !descriptor.isEmpty { rest = rest.dropFirst(2) }
        var phenomena: [String] = []
        while !rest.isEmpty {
            phenomena.append(String(rest.prefix(2)))
            rest = rest.dropFirst(2)
        }
        self.phenomena = phenomena
    }

    /// The code; `nil` if the group does not describe the weather at the station.
    var code: WeatherCode? {
        if descriptor == "TS" { return thunder }
        if isNearby { return descriptor == "SH" ? .patchyRain : nil }
        if descriptor == "FZ", let code = freezing { return code }
        if descriptor == "BL" || descriptor == "DR" { return has(["SN"]) ? .blowingSnow : .mist }
        return isShower ? shower : steady
    }

    private var isShower: Bool { descriptor == "SH" }
    private var hasSnow: Bool { has(["SN", "SG", "IC"]) }
    private var hasRain: Bool { has(["RA", "DZ", "UP"]) }

    private func has(_ names: [String]) -> Bool { phenomena.contains(where: names.contains) }

    private func graded(_ light: WeatherCode, _ moderate: WeatherCode, _ heavy: WeatherCode) -> WeatherCode {
        isLight ? light : isHeavy ? heavy : moderate
    }

    private var thunder: WeatherCode {
        if isNearby || phenomena.isEmpty { return .thunderyOutbreaks }
        if hasSnow { return graded(.lightSnowWithThunder, .snowWithThunder, .snowWithThunder) }
        return graded(.lightRainWithThunder, .rainWithThunder, .rainWithThunder)
    }

    private var freezing: WeatherCode? {
        if has(["RA", "UP"]) { return graded(.lightFreezingRain, .freezingRain, .freezingRain) }
        if has(["DZ"]) { return graded(.freezingDrizzle, .freezingDrizzle, .heavyFreezingDrizzle) }
        return has(["FG"]) ? .freezingFog : nil
    }

    private var shower: WeatherCode? {
        if has(["PL", "GR", "GS"]) {
            return graded(.lightIcePelletShowers, .icePelletShowers, .icePelletShowers)
        }
        if hasSnow, hasRain { return graded(.lightSleetShowers, .sleetShowers, .sleetShowers) }
        if hasSnow { return graded(.lightSnowShowers, .snowShowers, .snowShowers) }
        return hasRain ? graded(.lightRainShower, .rainShower, .torrentialRainShower) : .patchyRain
    }

    private var steady: WeatherCode? {
        if has(["PL", "GR", "GS"]) { return .icePellets }
        if hasSnow, hasRain { return graded(.lightSleet, .sleet, .sleet) }
        if hasSnow { return graded(.lightSnow, .moderateSnow, .heavySnow) }
        if has(["RA", "UP"]) { return graded(.lightRain, .moderateRain, .heavyRain) }
        if has(["DZ"]) { return .lightDrizzle }
        if has(["FG"]) { return descriptor == "MI" ? .mist : .fog }
        let obscurations = ["BR", "HZ", "FU", "DU", "SA", "VA", "SS", "DS", "PO"]
        return has(obscurations) ? .mist : nil
    }
}
