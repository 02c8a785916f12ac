extension Schema {
    /// The remarks of a METAR. Groups are read only in the style of North America, words and values of other
    /// countries wherever they have one meaning; everything else stays text.
    static let remarks: [Member] = [
        .object("ceiling", "Limits of a variable ceiling", limits(.height)),
        .objects(
            "ceilings", "Ceilings at other places",
            [.number("ceiling", "Ceiling", .height), .text("place", "Runway or direction as reported")]),
        .text("cloudTypes", "Types of clouds by WMO code tables 0513, 0515 and 0509, such as 8/578"),
        .object("dayTemperature", "Extremes of the last 24 hours", limits(.temperature)),
        .number("densityAltitude", "Density altitude as the station states it", .height),
        .number("dewPoint", "Dew point to a tenth", .temperature),
        .number("hailSize", "Diameter of the largest hailstone", .water),
        .text("hailSizeQualifier", "The hail is smaller than that", oneOf: ["less"]),
        .object("iceAccretion", "Accretion of ice; a trace is 0", amounts("hour", "sixHours", "threeHours")),
        .texts("lightning", "Lightning as reported"),
        .flag("maintenance", "The station needs maintenance ($)"),
        .number("maximumTemperature", "Highest temperature of six hours", .temperature),
        .number("minimumTemperature", "Lowest temperature of six hours", .temperature),
        .object(
            "minimumVisibility", "Least visibility of Italian stations",
            [.number("visibility", "Visibility; 10,000 is 10 km or more", .distance)]),
        .texts("nearbyWeather", "Weather near the station as reported"),
        .texts("obscurations", "Obscurations as reported, such as FG BKN000"),
        .texts("outages", "Sensors that are out of order, such as TSNO"),
        .object(
            "peakWind", "Strongest wind since the last report",
            [
                .number("direction", "Direction it blew from", .direction),
                .number("speed", "Speed", .speed), .moment("time", "Time; absent if illegible"),
            ]),
        .object("precipitation", "Precipitation; a trace is 0", amounts("day", "hour", "sixHours")),
        .text("pressureChange", "Rapid change of pressure", oneOf: ["PRESRR", "PRESFR"]),
        .object(
            "pressureTendency", "Pressure tendency of three hours",
            [
                .number("change", "Change; negative for a fall", .pressure),
                .number("character", "Characteristic by WMO code table 0200"),
            ]),
        .number("seaLevelPressure", "Pressure reduced to sea level", .pressure).shown(in: .metric),
        .texts("significantClouds", "Significant clouds as reported"),
        .number("snowDepth", "Depth of snow on the ground", .snow).shown(in: [.metric, .chart, .row]),
        .number("snowIncrease", "Increase of snow in the last hour", .snow),
        .number("snowWater", "Water equivalent of snow on the ground", .water),
        .text("station", "Type of automatic station", oneOf: ["AO1", "AO2"]),
        .number("stationPressure", "Pressure at the station (QFE)", .pressure)
            .shown(in: [.metric, .chart, .row]),
        .number("sunshine", "Sunshine of the previous day", .duration),
        .number("surfaceVisibility", "Visibility at the surface", .distance),
        .text("surfaceVisibilityQualifier", "That visibility is less than its value", oneOf: ["less"]),
        .number("temperature", "Air temperature to a tenth", .temperature),
        Member.text("text", "Remarks as reported, after RMK"),
        .texts("thunderstorms", "Thunderstorms as reported"),
        .texts("tornadic", "Tornadoes, funnel clouds and waterspouts as reported"),
        .number("towerVisibility", "Visibility from the tower", .distance),
        .text("towerVisibilityQualifier", "That visibility is less than its value", oneOf: ["less"]),
        .texts("variableSky", "Layers whose cover varies, as reported"),
        .flag("virga", "Precipitation evaporates before it reaches the ground"),
        .objects(
            "visibilities", "Visibilities at other places or in some directions",
            [
                .text("place", "Runway or direction as reported"),
                .number("visibility", "Visibility", .distance),
                .text("visibilityQualifier", "It is less than its value", oneOf: ["less"]),
            ]),
        .object(
            "visibility", "Limits of a variable visibility",
            limits(.distance) + [
                .text("lowQualifier", "It falls even below the lower limit", oneOf: ["less"])
            ]
        ),
        .texts("weatherTimes", "Beginnings and ends of weather as reported, such as DZB04E15"),
        .object(
            "windShift", "Shift of the wind",
            [.flag("frontal", "It came with a front"), .moment("time", "Time; absent if illegible")]),
    ]

    private static func limits(_ quantity: Quantity) -> [Member] {
        [.number("high", "Upper limit", quantity), .number("low", "Lower limit", quantity)]
    }

    /// The amounts of some periods.
    private static func amounts(_ names: String...) -> [Member] {
        let periods: [Member] = [
            .number("day", "Within 24 hours", .water), .number("hour", "Within an hour", .water),
            .number("sixHours", "Within six hours, in some reports three", .water),
            .number("threeHours", "Within three hours", .water),
        ]
        return periods.filter { names.contains($0.name) }
            + [.texts("trace", "Periods whose amount is too small to measure", oneOf: names)]
    }
}
