extension WeatherCode {
    /// Returns the description; a clear sky is `Sunny` by day.
    func text(isDay: Bool) -> String {
        self == .clear && !isDay ? "Clear" : WeatherCode.texts[self] ?? ""
    }

    /// Source: chubin/wttr.in, share/translations/en.txt.
    private static let texts: [WeatherCode: String] = [
        .clear: "Sunny", .partlyCloudy: "Partly cloudy", .cloudy: "Cloudy", .overcast: "Overcast",
        .mist: "Mist", .patchyRain: "Patchy rain possible", .patchySnow: "Patchy snow possible",
        .patchySleet: "Patchy sleet possible", .patchyFreezingDrizzle: "Patchy freezing drizzle possible",
        .thunderyOutbreaks: "Thundery outbreaks possible", .blowingSnow: "Blowing snow",
        .blizzard: "Blizzard", .fog: "Fog", .freezingFog: "Freezing fog",
        .patchyLightDrizzle: "Patchy light drizzle", .lightDrizzle: "Light drizzle",
        .freezingDrizzle: "Freezing drizzle", .heavyFreezingDrizzle: "Heavy freezing drizzle",
        .patchyLightRain: "Patchy light rain", .lightRain: "Light rain",
        .moderateRainAtTimes: "Moderate rain at times", .moderateRain: "Moderate rain",
        .heavyRainAtTimes: "Heavy rain at times", .heavyRain: "Heavy rain",
        .lightFreezingRain: "Light freezing rain", .freezingRain: "Moderate or heavy freezing rain",
        .lightSleet: "Light sleet", .sleet: "Moderate or heavy sleet",
        .patchyLightSnow: "Patchy light snow", .lightSnow: "Light snow",
        .patchyModerateSnow: "Patchy moderate snow", .moderateSnow: "Moderate snow",
        .patchyHeavySnow: "Patchy heavy snow", .heavySnow: "Heavy snow", .icePellets: "Ice pellets",
        .lightRainShower: "Light rain shower", .rainShower: "Moderate or heavy rain shower",
        .torrentialRainShower: "Torrential rain shower", .lightSleetShowers: "Light sleet showers",
        .sleetShowers: "Moderate or heavy sleet showers", .lightSnowShowers: "Light snow showers",
        .snowShowers: "Moderate or heavy snow showers",
        .lightIcePelletShowers: "Light showers of ice pellets",
        .icePelletShowers: "Moderate or heavy showers of ice pellets",
        .lightRainWithThunder: "Patchy light rain with thunder",
        .rainWithThunder: "Moderate or heavy rain with thunder",
        .lightSnowWithThunder: "Patchy light snow with thunder",
        .snowWithThunder: "Moderate or heavy snow with thunder",
    ]
}
