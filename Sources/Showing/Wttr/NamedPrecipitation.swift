import Records

/// The precipitation that the words of a forecast name.
struct NamedPrecipitation {
    private let words: String
    private let intensity: Int

    /// Keeps the words of a forecast.
    ///
    /// - Parameters:
    ///   - words: Text in lower case, such as `lightrainshowers` or `heavy rain and snow`.
    ///   - intensity: Below 0 for light, 0 for moderate, above 0 for heavy.
    init(_ words: String, intensity: Int) {
        self.words = words
        self.intensity = intensity
    }

    /// The weather; `nil` if the words name no precipitation.
    var code: WeatherCode? {
        if has("thunder") { return thunder }
        if has("blizzard") { return .blizzard }
        if has("blowing snow") { return .blowingSnow }
        if has("freezing"), let code = freezing { return code }
        return has("showers") ? shower : steady
    }

    private func has(_ texts: String...) -> Bool { texts.contains { words.contains(text: $0) } }

    private var isSnow: Bool { has("snow", "flurries") }
    private var isSleet: Bool { has("sleet", "wintry", "ice pellets") || (isSnow && has("rain")) }

    private func graded(_ light: WeatherCode, _ moderate: WeatherCode, _ heavy: WeatherCode) -> WeatherCode {
        intensity < 0 ? light : intensity > 0 ? heavy : moderate
    }

    private var thunder: WeatherCode {
        if isSnow || isSleet { return graded(.lightSnowWithThunder, .snowWithThunder, .snowWithThunder) }
        return graded(.lightRainWithThunder, .rainWithThunder, .rainWithThunder)
    }

    private var freezing: WeatherCode? {
        if has("rain") { return graded(.lightFreezingRain, .freezingRain, .freezingRain) }
        return has("drizzle")
            ? graded(.freezingDrizzle, .freezingDrizzle, .heavyFreezingDrizzle) : nil
    }

    private var shower: WeatherCode {
        if isSleet { return graded(.lightSleetShowers, .sleetShowers, .sleetShowers) }
        if isSnow { return graded(.lightSnowShowers, .snowShowers, .snowShowers) }
        return graded(.lightRainShower, .rainShower, .torrentialRainShower)
    }

    private var steady: WeatherCode? {
        if isSleet { return graded(.lightSleet, .sleet, .sleet) }
        if isSnow { return graded(.lightSnow, .moderateSnow, .heavySnow) }
        if has("rain") { return graded(.lightRain, .moderateRain, .heavyRain) }
        return has("drizzle") ? .lightDrizzle : nil
    }
}
