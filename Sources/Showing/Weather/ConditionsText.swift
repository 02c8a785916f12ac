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
