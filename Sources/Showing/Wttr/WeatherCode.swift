/// The weather as a condition code of World Weather Online, which clients of wttr.in read as `weatherCode`.
///
/// Source: World Weather Online, condition codes; chubin/wttr.in, lib/constants.py and
/// share/translations/en.txt.
enum WeatherCode: Int, Sendable, CaseIterable {
    case clear = 113
    case partlyCloudy = 116
    case cloudy = 119
    case overcast = 122
    case mist = 143
    case patchyRain = 176
    case patchySnow = 179
    case patchySleet = 182
    case patchyFreezingDrizzle = 185
    case thunderyOutbreaks = 200
    case blowingSnow = 227
    case blizzard = 230
    case fog = 248
    case freezingFog = 260
    case patchyLightDrizzle = 263
    case lightDrizzle = 266
    case freezingDrizzle = 281
    case heavyFreezingDrizzle = 284
    case patchyLightRain = 293
    case lightRain = 296
    case moderateRainAtTimes = 299
    case moderateRain = 302
    case heavyRainAtTimes = 305
    case heavyRain = 308
    case lightFreezingRain = 311
    case freezingRain = 314
    case lightSleet = 317
    case sleet = 320
    case patchyLightSnow = 323
    case lightSnow = 326
    case patchyModerateSnow = 329
    case moderateSnow = 332
    case patchyHeavySnow = 335
    case heavySnow = 338
    case icePellets = 350
    case lightRainShower = 353
    case rainShower = 356
    case torrentialRainShower = 359
    case lightSleetShowers = 362
    case sleetShowers = 365
    case lightSnowShowers = 368
    case snowShowers = 371
    case lightIcePelletShowers = 374
    case icePelletShowers = 377
    case lightRainWithThunder = 386
    case rainWithThunder = 389
    case lightSnowWithThunder = 392
    case snowWithThunder = 395

    /// The symbol of wttr.in.
    var symbol: WttrSymbol {
        switch self {
        case .clear: .sunny
        case .partlyCloudy: .partlyCloudy
        case .cloudy: .cloudy
        case .overcast: .veryCloudy
        case .mist, .fog, .freezingFog: .fog
        case .patchyRain, .patchyLightDrizzle, .lightRainShower: .lightShowers
        case .patchySnow, .lightSleetShowers, .sleetShowers, .lightIcePelletShowers: .lightSleetShowers
        case .patchySleet, .patchyFreezingDrizzle, .freezingDrizzle, .heavyFreezingDrizzle: .lightSleet
        case .lightFreezingRain, .freezingRain, .lightSleet, .icePellets, .icePelletShowers: .lightSleet
        case .thunderyOutbreaks, .lightRainWithThunder: .thunderyShowers
        case .blowingSnow, .sleet: .lightSnow
        case .blizzard, .patchyModerateSnow, .moderateSnow, .heavySnow: .heavySnow
        case .lightDrizzle, .patchyLightRain, .lightRain: .lightRain
        case .moderateRainAtTimes, .heavyRainAtTimes, .rainShower: .heavyShowers
        case .moderateRain, .heavyRain, .torrentialRainShower: .heavyRain
        case .patchyLightSnow, .lightSnow, .lightSnowShowers: .lightSnowShowers
        case .patchyHeavySnow, .snowShowers, .snowWithThunder: .heavySnowShowers
        case .rainWithThunder: .thunderyHeavyRain
        case .lightSnowWithThunder: .thunderySnowShowers
        }
    }
}

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
