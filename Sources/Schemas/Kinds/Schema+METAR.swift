extension Schema {
    /// A report of an aerodrome (METAR, SPECI).
    package static let metar = Schema(
        "metar",
        .report + .sky + .rules + .arrival + [
            .number("altimeter", "Altimeter setting (QNH)", .pressure).shown(in: [.metric, .sensor, .chart]),
            .flag("auto", "The report is automatic"),
            .text("color", "Colour state of a military station, such as BLU"),
            .number("densityAltitude", "Density altitude, derived", .height),
            .number("dewPoint", "Dew point", .temperature).shown(in: [.metric, .sensor, .chart]),
            .number("elevation", "Height of the station above the sea, from the list of stations", .distance),
            .number("heatIndex", "Heat index, derived; absent where it is not defined", .temperature).shown(
                in: .metric),
            minimumVisibility,
            .number("pressureAltitude", "Pressure altitude, derived", .height),
            .object("rainfall", "Rainfall that Australian stations report", rainfall),
            .texts("recentWeather", "Weather since the last report, as coded"),
            .number("relativeHumidity", "Relative humidity, derived", .share).shown(in: [.metric, .sensor]),
            .object("remarks", "Remarks (RMK)", remarks),
            .object("reported", "Values in the units of the report, where these may differ", reported),
            .texts("runwayState", "State of runways as reported, such as R24/290050"),
            Member("runwayVisualRange", .keyed(.runway, .object(range)), "Runway visual range"),
            .object("sea", "State of the sea", sea),
            .number("temperature", "Air temperature", .temperature).shown(in: [.metric, .sensor, .chart]),
            .objects("trend", "Changes expected within two hours", trend),
            Member.text("type", "Type of the report", oneOf: ["METAR", "SPECI"]).always,
            .text("visibilityDirection", "Direction of the visibility, if the report names one"),
            .number("windChill", "Wind chill, derived; absent where it is not defined", .temperature).shown(
                in: .metric),
            .texts("windShear", "Runways with wind shear as reported, such as WS R35"),
        ])

    private static let minimumVisibility = [Member].minimumVisibility

    private static let rainfall: [Member] = [
        .number("hour", "Of the last hour", .water),
        .number("sinceNine", "Since nine o'clock local time", .water),
        .number("tenMinutes", "Of the last ten minutes", .water),
    ]

    private static let range: [Member] = [
        .number("high", "Highest value, if it varies", .distance),
        .text("highQualifier", "Whether it is less or more than its value", oneOf: [Member].limits),
        .number("low", "Value, or lowest one if it varies", .distance),
        .text("lowQualifier", "Whether it is less or more than its value", oneOf: [Member].limits),
        .text("tendency", "Tendency", oneOf: ["up", "down", "none"]),
    ]

    private static let sea: [Member] = [
        Member.text("code", "Group as reported"),
        .number("state", "State by WMO code table 3700, from 0 (glassy) to 9 (phenomenal)"),
        .number("temperature", "Temperature of the water", .temperature),
        .number("waves", "Significant height of waves", .distance),
    ]

    private static let value: [Member] = [
        .text("unit", "Unit of the report"), .number("value", "Value in that unit"),
    ]

    private static let reported: [Member] = [
        .object("altimeter", "Altimeter setting", value),
        .object("altimeterOther", "Altimeter setting in a second unit", value),
        Member(
            "runwayVisualRange",
            .keyed(
                .runway,
                .object([
                    .number("high", "Highest value in that unit"),
                    .number("low", "Value, or lowest one, in that unit"),
                    .text("unit", "Unit of the report"),
                ])), "Runway visual range"),
        .object("visibility", "Visibility", value),
        .object(
            "wind", "Wind",
            [
                .number("gust", "Speed of gusts in that unit"), .number("speed", "Mean speed in that unit"),
                .text("unit", "Unit of the report"),
            ]),
    ]

    private static let trend: [Member] =
        ([Member].sky + [
            .moment("at", "Time of the change"),
            .text("change", "Kind of change, such as NOSIG, BECMG or TEMPO; absent after a colour alone"),
            .text("color", "Expected colour state of a military station"),
            .moment("from", "Start of the change"),
            minimumVisibility,
            .flag("noSignificantWeather", "Significant weather ends (NSW)"),
            .text("text", "Trend as reported"),
            .texts("unparsed", "Words that were not understood"),
            .moment("until", "End of the change"),
            .text("visibilityDirection", "Direction of the visibility, if the report names one"),
        ]).inOrder
}
