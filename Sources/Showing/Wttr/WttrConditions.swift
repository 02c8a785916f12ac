import AlmanacValues
import Records

/// The weather at one time, from a report or a forecast; unknown values are `nil`.
struct WttrConditions {
    /// The weather as a code.
    var code: WeatherCode?
    /// The weather in the words of the source; `nil` if the text of the code is meant.
    var words: String?
    /// Whether the source states that it is day; `nil` if it does not say.
    var isDay: Bool?
    /// The time of observation, or the start of the step.
    var time: UTC?
    /// The air temperature, in degrees Celsius.
    var temperature: Double?
    /// The heat index, wind chill or apparent temperature, or else the temperature, in degrees Celsius.
    var feelsLike: Double?
    /// The dew point, in degrees Celsius.
    var dewPoint: Double?
    /// The relative humidity, in per cent.
    var humidity: Double?
    /// The wind.
    var wind: WttrWind?
    /// The visibility, in metres.
    var visibility: Double?
    /// The pressure at sea level, in hectopascals.
    var pressure: Double?
    /// The part of the sky that clouds cover, in per cent.
    var cloudCover: Double?
    /// The precipitation of an hour, or of the step, in millimetres.
    var precipitation: Double?
    /// The probability of precipitation, in per cent.
    var chanceOfRain: Double?
    /// The index of ultraviolet radiation.
    var ultravioletIndex: Double?

    /// Returns these conditions, with unknown values taken from others.
    func filled(from other: WttrConditions?) -> WttrConditions {
        guard let other else { return self }
        var all = self
        if code == nil {
            all.code = other.code
            all.words = other.words
        }
        if temperature == nil {
            all.temperature = other.temperature
            all.feelsLike = other.feelsLike
        }
        all.isDay = isDay ?? other.isDay
        all.time = time ?? other.time
        all.dewPoint = dewPoint ?? other.dewPoint
        all.humidity = humidity ?? other.humidity
        all.wind = wind ?? other.wind
        all.visibility = visibility ?? other.visibility
        all.pressure = pressure ?? other.pressure
        all.cloudCover = cloudCover ?? other.cloudCover
        all.precipitation = precipitation ?? other.precipitation
        all.chanceOfRain = chanceOfRain ?? other.chanceOfRain
        all.ultravioletIndex = ultravioletIndex ?? other.ultravioletIndex
        return all
    }
}

/// A wind.
struct WttrWind {
    /// The direction from which it blows, in true degrees; `nil` if it is calm, variable or unknown.
    let direction: Double?
    /// The speed, in knots.
    let speed: Double
    /// The speed of gusts, in knots; `nil` if none are known.
    let gust: Double?

    /// The member `wind` of a report or a step; `nil` without a speed.
    init?(_ data: JSON?) {
        guard let data, let speed = data[.speed]?.double else { return nil }
        self.speed = speed
        direction = speed == 0 ? nil : data[.direction]?.double
        gust = data[.gust]?.double
    }
}

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
