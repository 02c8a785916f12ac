package import Records

/// An hour, a day or the current state of a general forecast, in words and the user's units.
package struct OutlookStep {
    private let data: JSON
    private let paper: Paper

    /// Makes the words of a step of a record of `Kind=forecast`.
    package init(_ data: JSON, on paper: Paper) {
        self.data = data
        self.paper = paper
    }

    /// Temperature, weather and wind; unknown values are omitted.
    package var words: [String] { [temperature, weather, wind].compactMap(\.self) }

    /// Returns the time, temperature, weather, precipitation, its probability and the wind.
    package func cells(isDay: Bool) -> [Line] {
        let chance = data["precipitationProbability"]?.double.map { "\(nearest($0)) %" }
        return [isDay ? day : hour, temperature, weather, rain, chance, wind].map { Line($0 ?? "") }
    }

    private var time: UTC? { data["time"]?.utc }

    private var hour: String? { time.map(paper.when) }

    /// The weekday and the date in the place's own calendar.
    private var day: String? {
        guard let date = data["date"]?.string ?? time.map({ paper.zone.date($0) }),
            let noon = UTC(iso8601: date)
        else {
            return nil
        }
        return "\(Zone.utc.weekday(noon)) \(date)"
    }

    private var temperature: String? {
        let bounds = [data["minimumTemperature"], data["maximumTemperature"]].compactMap { $0?.double }
        if bounds.count == 2 {
            let texts = bounds.map(paper.units.temperature)
            return "\(texts[0].split(separator: " ")[0])…\(texts[1])"
        }
        return (data["temperature"]?.double ?? bounds.first).map(paper.units.temperature)
    }

    private var rain: String? {
        data["precipitation"]?.double.flatMap { $0 == 0 ? nil : paper.units.precipitation($0) }
    }

    private var wind: String? { ConditionsText(data, in: paper.units).briefWind }

    /// The weather in words, such as `light rain`.
    package var weather: String? {
        if let summary = data["summary"]?.string { return summary }
        if let symbol = data["symbol"]?.string {
            return OutlookStep.words(String(symbol.prefix { $0 != "_" }))
        }
        return data["weatherCode"]?.int.flatMap { OutlookStep.codes[$0] }
    }

    /// Returns `light rain showers` for `lightrainshowers`.
    ///
    /// Source: MET Norway, weather symbols of Locationforecast 2.0, of which two are misspelt and stay so:
    /// `lightssleetshowersandthunder` and `lightssnowshowersandthunder`.
    private static func words(_ symbol: String) -> String {
        var words = symbol.hasPrefix("lightss") ? "lights" + symbol.dropFirst("lightss".utf8.count) : symbol
        for (part, text) in [
            ("clearsky", "clear"), ("partlycloudy", "partly cloudy"), ("light", "light "),
            ("heavy", "heavy "),
            ("showers", " showers"), ("andthunder", " and thunder"),
        ] {
            if let range = words.firstRange(ofText: part) { words.replaceSubrange(range, with: text) }
        }
        return words
    }

    /// Source: WMO-No. 306, code table 4677, as Open-Meteo uses it.
    private static let codes = [
        0: "clear", 1: "mainly clear", 2: "partly cloudy", 3: "overcast", 45: "fog", 48: "freezing fog",
        51: "light drizzle", 53: "drizzle", 55: "heavy drizzle", 56: "light freezing drizzle",
        57: "freezing drizzle", 61: "light rain", 63: "rain", 65: "heavy rain", 66: "light freezing rain",
        67: "freezing rain", 71: "light snow", 73: "snow", 75: "heavy snow", 77: "snow grains",
        80: "light showers", 81: "showers", 82: "heavy showers", 85: "light snow showers", 86: "snow showers",
        95: "thunderstorm", 96: "thunderstorm with hail", 99: "thunderstorm with heavy hail",
    ]
}
