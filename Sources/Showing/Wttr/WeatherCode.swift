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
