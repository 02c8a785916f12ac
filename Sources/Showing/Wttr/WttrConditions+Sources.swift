import AlmanacValues
import Records

extension WttrConditions {
    /// The weather of a record of `Kind=metar`.
    init(report item: Item) {
        let data = item.data
        let exact = data[.remarks]?[.temperature]?.double
        code = WeatherCode(report: data)
        let groups = (data[.weather]?.array ?? []).compactMap(\.string)
        words = groups.isEmpty ? nil : capitalized(weatherWords(groups))
        time = data[.time]?.utc
        temperature = exact ?? data[.temperature]?.double
        feelsLike = data[.heatIndex]?.double ?? data[.windChill]?.double ?? temperature
        dewPoint = data[.remarks]?[.dewPoint]?.double ?? data[.dewPoint]?.double
        humidity = data[.relativeHumidity]?.double
        wind = WttrWind(data[.wind])
        visibility = data[.visibility]?.double ?? (data[.cavok]?.bool == true ? 10_000 : nil)
        pressure = data[.remarks]?[.seaLevelPressure]?.double ?? data[.altimeter]?.double
        cloudCover = data.cloudCover
        precipitation = data[.remarks]?[.precipitation]?[.hour]?.double
    }

    /// An hour, or the current state, of a record of `Kind=forecast`.
    init(step: JSON) {
        code = WeatherCode(step: step)
        words = step["summary"]?.string
        isDay = step["day"]?.bool ?? WttrConditions.isDay(symbol: step["symbol"]?.string)
        time = step["time"]?.utc
        temperature = step["temperature"]?.double
        feelsLike = step["apparentTemperature"]?.double ?? temperature
        dewPoint = step["dewPoint"]?.double
        humidity = step["relativeHumidity"]?.double
        wind = WttrWind(step["wind"])
        visibility = step["visibility"]?.double
        pressure = step["pressure"]?.double
        cloudCover = step["cloudCover"]?.double
        precipitation = step["precipitation"]?.double
        chanceOfRain = step["precipitationProbability"]?.double
        ultravioletIndex = step["ultravioletIndex"]?.double
    }

    /// Source: MET Norway, weather symbols of Locationforecast 2.0: `_day`, `_night`, `_polartwilight`.
    private static func isDay(symbol: String?) -> Bool? {
        guard let symbol else { return nil }
        return symbol.hasSuffix("_day") ? true : symbol.hasSuffix("_night") ? false : nil
    }
}

private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
