extension WeatherMember {
    /// All members, in the order in which they are declared.
    package static let all: [WeatherMember] = [
        .station, .time, .raw, .type, .elevation, .reported, .unparsed, .text, .remarks, .auto, .corrected,
        .nilReport, .amended, .cancelled, .missing, .received,
        .wind, .direction, .speed, .speedAbove, .gust, .gustAbove, .from, .to, .variable, .windShear,
        .height, .windShift, .frontal, .peakWind,
        .visibility, .visibilityDirection, .visibilityQualifier, .minimumVisibility, .verticalVisibility,
        .runwayVisualRange, .runwayState, .surfaceVisibility, .towerVisibility, .low, .lowQualifier, .high,
        .highQualifier,
        .weather, .noSignificantWeather, .recentWeather, .weatherTimes, .cavok, .sky, .clouds, .cover,
        .base, .ceiling, .cloudTypes, .flightRules, .flightRulesBy, .worstFlightRules,
        .flightRulesOrWorse, .worstFlightRulesOrWorse, .unknown, .color,
        .temperature, .dewPoint, .dayTemperature, .maximumTemperature, .minimumTemperature, .heatIndex,
        .windChill, .relativeHumidity, .altimeter, .altimeterOther, .seaLevelPressure, .pressureAltitude,
        .densityAltitude, .pressureChange, .pressureTendency,
        .trend, .groups, .timeline, .temperatures, .change, .probability, .until, .at, .becoming, .overlays,
        .icing, .turbulence, .depth, .kind, .levels, .based,
        .character, .code, .day, .hour, .lightning, .maintenance, .outages, .precipitation, .rainfall, .sea,
        .sinceNine, .sixHours, .snowDepth, .snowIncrease, .snowWater, .state, .sunshine, .tendency,
        .tenMinutes, .trace, .unit, .value, .virga, .waves,
        .ceilings, .hailSize, .hailSizeQualifier, .iceAccretion, .nearbyWeather, .obscurations, .place,
        .significantClouds, .surfaceVisibilityQualifier, .threeHours, .thunderstorms, .tornadic,
        .towerVisibilityQualifier, .variableSky, .visibilities,
    ]
}
