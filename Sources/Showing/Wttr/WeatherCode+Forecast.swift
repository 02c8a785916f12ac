import Records

extension WeatherCode {
    /// The weather of a step of a forecast; `nil` if the step does not state it in a known form.
    init?(step: JSON) {
        let byCode = step["weatherCode"]?.int.flatMap { WeatherCode.codes[$0] }
        let bySymbol = step["symbol"]?.string.flatMap { WeatherCode(symbol: $0) }
        guard let code = byCode ?? bySymbol ?? step["summary"]?.string.flatMap({ WeatherCode(summary: $0) })
        else { return nil }
        self = code
    }

    /// Source: WMO-No. 306, code table 4677, as Open-Meteo uses it.
    private static let codes: [Int: WeatherCode] = [
        0: .clear, 1: .clear, 2: .partlyCloudy, 3: .overcast, 45: .fog, 48: .freezingFog,
        51: .lightDrizzle, 53: .lightDrizzle, 55: .lightDrizzle, 56: .freezingDrizzle,
        57: .heavyFreezingDrizzle, 61: .lightRain, 63: .moderateRain, 65: .heavyRain,
        66: .lightFreezingRain, 67: .freezingRain, 71: .lightSnow, 73: .moderateSnow, 75: .heavySnow,
        77: .lightSnow, 80: .lightRainShower, 81: .rainShower, 82: .torrentialRainShower,
        85: .lightSnowShowers, 86: .snowShowers, 95: .lightRainWithThunder, 96: .rainWithThunder,
        99: .rainWithThunder,
    ]

    /// The weather of a symbol such as `lightrainshowersandthunder_day`.
    ///
    /// Source: MET Norway, weather symbols of Locationforecast 2.0.
    private init?(symbol: String) {
        let name = String(symbol.prefix { $0 != "_" })
        switch name {
        case "clearsky": self = .clear
        case "fair", "partlycloudy": self = .partlyCloudy
        case "cloudy": self = .cloudy
        case "fog": self = .fog
        default:
            let intensity = name.hasPrefix("light") ? -1 : name.hasPrefix("heavy") ? 1 : 0
            guard let code = NamedPrecipitation(name, intensity: intensity).code else { return nil }
            self = code
        }
    }

    /// The weather of words such as `Chance Light Rain then Sunny`, of which the first part counts.
    ///
    /// Source: NWS, "National Digital Forecast Database": weather types, coverage, intensity and sky cover.
    private init?(summary: String) {
        let lower = summary.lowercased()
        let words = lower.firstRange(ofText: " then ").map { String(lower[..<$0.lowerBound]) } ?? lower
        func has(_ texts: String...) -> Bool { texts.contains { words.contains(text: $0) } }
        let isLight = has("light", "chance", "isolated", "scattered", "patchy", "flurries", "areas")
        if let code = NamedPrecipitation(words, intensity: isLight ? -1 : has("heavy") ? 1 : 0).code {
            self = code
        } else if has("fog") {
            self = has("freezing") ? .freezingFog : .fog
        } else if has("haze", "smoke", "mist", "dust", "ash") {
            self = .mist
        } else if let code = WeatherCode(skyWords: words) {
            self = code
        } else {
            return nil
        }
    }

    private init?(skyWords words: String) {
        if words.contains(text: "overcast") {
            self = .overcast
        } else if words.contains(text: "partly") || words.contains(text: "mostly sunny")
            || words.contains(text: "mostly clear")
        {
            self = .partlyCloudy
        } else if words.contains(text: "cloud") {
            self = .cloudy
        } else if words.contains(text: "sunny") || words.contains(text: "clear") {
            self = .clear
        } else {
            return nil
        }
    }
}
