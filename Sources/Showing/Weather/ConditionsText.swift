import Glibc
package import Records

/// The weather of a report or a period of a forecast, in words and the user's units.
package struct ConditionsText {
    let data: JSON
    let units: Units
    /// Whether the report uses statute miles, as in North America.
    package let speaksOfMiles: Bool
    /// Whether the report uses inches of mercury, as in North America.
    package let speaksOfInches: Bool

    /// Makes the words of conditions in the user's units.
    package init(_ data: JSON, in units: Units) {
        self.data = data
        self.units = units
        speaksOfMiles = ConditionsText.speaksOfMiles(data)
        speaksOfInches = data[.reported]?[.altimeter]?[.unit] == "inHg"
    }

    /// Returns whether the visibility was reported in statute miles.
    ///
    /// A forecast does not state the unit: there, metres and kilometres are whole numbers of metres, and
    /// miles are not.
    private static func speaksOfMiles(_ data: JSON) -> Bool {
        if let unit = data[.reported]?[.visibility]?[.unit]?.string { return unit == "SM" }
        return data[.visibility]?.double.map { $0 != $0.rounded() } ?? false
    }

    /// The wind: `230° 12 kt, gusts 20 kt, between 200° and 260°`, `calm`, `variable 3 kt`.
    package var wind: String? {
        guard let text = briefWind, let from = data[.wind]?[.from]?.int, let to = data[.wind]?[.to]?.int
        else {
            return briefWind
        }
        return "\(text), between \(threeDigits(from))° and \(threeDigits(to))°"
    }

    /// The wind without the range of its direction.
    package var briefWind: String? {
        guard let wind = data[.wind] else { return nil }
        guard let speed = wind[.speed]?.double else { return nil }
        if speed == 0 { return "calm" }
        let direction = wind[.direction]?.int.map { "\(threeDigits($0))°" }
        var text =
            (direction ?? (wind[.variable]?.bool == true ? "variable" : ""))
            + " \(above(wind[.speedAbove]))\(units.speed(speed))"
        if let gust = wind[.gust]?.double {
            text += ", gusts \(above(wind[.gustAbove]))\(units.speed(gust))"
        }
        return text.first == " " ? String(text.dropFirst()) : text
    }

    private func above(_ flag: JSON?) -> String { flag?.bool == true ? "more than " : "" }

    /// The wind shear of a forecast: `wind shear 220° 45 kt at 2000 ft`.
    package var windShear: String? {
        guard let shear = data[.windShear], let height = shear[.height]?.double,
            let direction = shear[.direction]?.int, let speed = shear[.speed]?.double
        else { return nil }
        return "wind shear \(threeDigits(direction))° \(units.speed(speed)) at \(units.height(height))"
    }

    /// The visibility with its direction and the minimum: `10 km or more, 3000 m to the south-west`.
    package var wholeVisibility: String? {
        guard let prevailing = visibility else { return nil }
        let whole = prevailing + to(data[.visibilityDirection])
        guard let least = data[.minimumVisibility]?[.visibility]?.double else { return whole }
        let direction = data[.minimumVisibility]?[.direction]
        let minimum = visibility(least, qualifier: nil) + to(direction)
        return "\(whole), \(direction == nil ? "minimum " : "")\(minimum)"
    }

    private func to(_ direction: JSON?) -> String {
        direction?.string.flatMap { ConditionsText.directions[$0] }.map { " to the \($0)" } ?? ""
    }

    /// The prevailing visibility.
    package var visibility: String? {
        if data[.cavok]?.bool == true { return "10 km or more (CAVOK)" }
        return data[.visibility]?.double.map { visibility($0, qualifier: data[.visibilityQualifier]?.string) }
    }

    func visibility(_ metres: Double, qualifier: String?) -> String {
        let text = units.visibility(metres, miles: speaksOfMiles)
        switch qualifier {
        case "less": return "less than \(text)"
        case "more": return speaksOfMiles || metres < 9999 ? "more than \(text)" : "10 km or more"
        default: return !speaksOfMiles && metres >= 9999 ? "10 km or more" : text
        }
    }

    /// The present weather; `nil` if there is none.
    package var weather: String? {
        let groups = (data[.weather]?.array ?? []).compactMap(\.string)
        return groups.isEmpty ? nil : weatherWords(groups)
    }

    /// The temperature with dew point and humidity.
    package var temperature: String? {
        guard let air = data[.temperature]?.double else { return nil }
        let dewPoint = data[.dewPoint]?.double.map { ", dew point \(units.temperature($0))" } ?? ""
        let humidity = data[.relativeHumidity]?.double.map { ", humidity \(nearest($0)) %" } ?? ""
        return units.temperature(air) + dewPoint + humidity
    }

    /// The pressure at sea level.
    package var altimeter: String? {
        data[.altimeter]?.double.map { units.pressure($0, inches: speaksOfInches) }
    }

    private static let directions = [
        "N": "north", "NE": "north-east", "E": "east", "SE": "south-east", "S": "south", "SW": "south-west",
        "W": "west", "NW": "north-west",
    ]
}

/// Returns a direction in degrees with three digits.
package func threeDigits(_ degrees: Int) -> String {
    let text = String(degrees)
    return String(repeating: "0", count: max(0, 3 - text.count)) + text
}

extension ConditionsText {
    /// The layers from low to high: `few 2000 ft, broken 4500 ft (CB), TCU (amount and height unknown)`; a
    /// word if the sky is clear.
    package var sky: String? {
        let layers = (data[.clouds]?.array ?? []).map(layer)
        if !layers.isEmpty { return layers.joined(separator: ", ") }
        if let height = data[.verticalVisibility]?.double {
            return "obscured, vertical visibility \(units.height(height))"
        }
        return data[.sky]?.string.map { ConditionsText.clear[$0] ?? $0 }
    }

    private func layer(_ cloud: JSON) -> String {
        let base = cloud[.base]?.double.map(units.height)
        guard let cover = cloud[.cover]?.string else { return layer(of: cloud[.type]?.string, at: base) }
        if cover == "VV", base == nil { return "obscured, vertical visibility unknown" }
        return "\(ConditionsText.covers[cover] ?? cover) \(base ?? "at unknown height")"
            + (cloud[.type]?.string.map { " (\($0))" } ?? "")
    }

    /// Returns a layer of unknown amount, which an automatic station reports as `///CB` or `//////TCU`.
    private func layer(of type: String?, at base: String?) -> String {
        guard let base else { return "\(type ?? "cloud") (amount and height unknown)" }
        return "\(type ?? "cloud") \(base) (amount unknown)"
    }

    /// The ceiling: `900 ft`, `900 ft, perhaps lower`, `unknown`; `nil` if there is none.
    package var ceiling: String? {
        guard let height = data[.ceiling]?.double.map(units.height) else {
            return isCeilingUnknown ? "unknown" : nil
        }
        return isCeilingUnknown ? "\(height), perhaps lower" : height
    }

    private static let covers = [
        "FEW": "few", "SCT": "scattered", "BKN": "broken", "OVC": "overcast", "VV": "vertical visibility",
    ]
    private static let clear = [
        "CLR": "clear below 12,000 ft", "SKC": "clear", "NSC": "no significant cloud",
        "NCD": "no cloud detected",
    ]
}

extension ConditionsText {
    /// The runway visual ranges: `22L: less than 50 m to 300 m, falling`; runways without a value are
    /// omitted.
    var runwayRanges: [String] {
        (data[.runwayVisualRange]?.object ?? []).compactMap { runway in
            runwayRange(runway.value, speaksOfFeet: speaksOfFeet(runway.name)).map { "\(runway.name): \($0)" }
        }
    }

    private func runwayRange(_ range: JSON, speaksOfFeet: Bool) -> String? {
        guard let low = range[.low]?.double else { return nil }
        func text(_ metres: Double, _ qualifier: JSON?) -> String {
            let value = units.runwayRange(metres, feet: speaksOfFeet)
            return qualifier == "less"
                ? "less than \(value)" : qualifier == "more" ? "more than \(value)" : value
        }
        let lowest = text(low, range[.lowQualifier])
        let highest = range[.high]?.double.map { text($0, range[.highQualifier]) }
        let limits = highest.map { $0 == lowest ? lowest : "\(lowest) to \($0)" } ?? lowest
        let tendency = range[.tendency]?.string.map { ", \(ConditionsText.tendencies[$0] ?? $0)" }
        return limits + (tendency ?? "")
    }

    /// Whether the range of a runway was reported in feet; where the record does not say so, whether the
    /// visibility was reported in statute miles.
    private func speaksOfFeet(_ runway: String) -> Bool {
        guard let unit = data[.reported]?[.runwayVisualRange]?[runway]?[.unit] else { return speaksOfMiles }
        return unit == "ft"
    }

    private static let tendencies = ["up": "rising", "down": "falling", "none": "no change"]
}

extension ConditionsText {
    /// Returns the wind along and across a runway: `headwind 10 kt, crosswind 6 kt from the left`; `nil` if
    /// there is no wind or it has no direction.
    ///
    /// The runway's direction is in degrees and, like the wind's, a true direction.
    func wind(alongRunway degrees: Int) -> String? {
        components(alongRunway: Double(degrees)).map { "\(threeDigits(degrees))°: \($0)" }
    }

    /// Returns the components of the wind along and across a direction in true degrees: `headwind 10 kt,
    /// crosswind 6 kt from the left, 9 kt in gusts`; `nil` if there is no wind or it has no direction.
    package func components(alongRunway degrees: Double) -> String? {
        guard let wind = data[.wind], let direction = wind[.direction]?.double,
            let speed = wind[.speed]?.double
        else { return nil }
        let angle = (direction - degrees) * .pi / 180
        let along = speed * cos(angle)
        let across = speed * sin(angle)
        let isAcross = abs(across) >= 0.5
        let gusts = wind[.gust]?.double.map { ", \(units.speed(abs($0 * sin(angle)))) in gusts" } ?? ""
        let side = !isAcross ? "" : across > 0 ? " from the right" : " from the left"
        return "\(along < 0 ? "tailwind" : "headwind") \(units.speed(abs(along)))"
            + ", crosswind \(units.speed(abs(across)))\(side)\(isAcross ? gusts : "")"
    }
}

/// The unknown part of the conditions, and its effect on the category.
extension ConditionsText {
    /// The flight rules that the conditions prove.
    package var category: ProvenCategory { ProvenCategory(data) }

    /// Returns whether a fact that a category needs is unknown: the ceiling, the visibility or the time.
    package func lacks(_ fact: WeatherMember) -> Bool { data.lacks(fact) }

    /// The category with the reason if it is unknown: `IFR or worse`, `category unknown: ceiling not
    /// reported`.
    package var categoryWords: String {
        let reason = category == .unknown ? doubt.map { ": \($0)" } : nil
        return category.words + (reason ?? "")
    }

    /// The facts that the category lacks: `ceiling and visibility not reported`; `nil` if it lacks none.
    package var doubt: String? {
        if data[.nilReport]?.bool == true { return "report missing (NIL)" }
        let facts = [WeatherMember.ceiling, .visibility].filter(lacks).map(\.description)
        guard !facts.isEmpty else { return nil }
        let reason = data[.unparsed] == nil ? "not reported" : "not reported or not understood"
        return "\(facts.joined(separator: " and ")) \(reason)"
    }

    /// The unknown facts for a list of conditions: `visibility unknown`, `ceiling unknown`.
    package var unknownWords: [String] {
        var words: [String] = []
        if lacks(.visibility), visibility == nil { words.append("visibility unknown") }
        if isCeilingUnknown { words.append("ceiling unknown") }
        return words
    }

    /// Whether there may be a ceiling whose height is unknown, or a lower one than the known one.
    var isCeilingUnknown: Bool {
        lacks(.ceiling) || (data[.clouds]?.array ?? []).contains { $0[.cover] == "VV" && $0[.base] == nil }
    }

    /// The visibility for a cell of its own: `10 SM`, `unknown`; `nil` if none is stated.
    package var statedVisibility: String? { stated(visibility, .visibility, orElse: "perhaps less") }

    /// The visibility with its direction and the minimum, for a cell of its own.
    package var wholeStatedVisibility: String? {
        stated(wholeVisibility, .visibility, orElse: "perhaps less")
    }

    /// The sky for a cell of its own: `broken at unknown height, ceiling unknown`.
    package var statedSky: String? {
        let parts = [sky, lacks(.ceiling) ? "ceiling unknown" : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns what is known of a fact; if that is not all, it says so.
    private func stated(_ text: String?, _ fact: WeatherMember, orElse worse: String) -> String? {
        guard lacks(fact) else { return text }
        return text.map { "\($0), \(worse)" } ?? "unknown"
    }
}

extension JSON {
    /// Returns whether the list `unknown` of a report, a period or a group names a fact.
    package func lacks(_ fact: WeatherMember) -> Bool {
        (self[.unknown]?.array ?? []).contains { $0.string == fact.description }
    }
}
