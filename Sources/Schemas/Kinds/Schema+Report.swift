/// The members of a JSON report; others are left out by the decoder.
///
/// Source: seven complete reports of a company's test server; every part is optional.
extension Schema {
    /// Conditions, forecast and winds aloft of one aerodrome as one JSON report.
    package static let report = Schema(
        "report",
        document + [
            Member.text("station", "Location indicator").always,
            .moment("time", "Time of issue of the first part"),
        ])

    /// The members of a document, without those that its record has besides.
    package static let document: [Member] = [
        .objects(
            "atis", "Broadcasts (ATIS)",
            [
                Member("conditions", .open, "Conditions as the service reads them"),
                .moment("dateIssued", "Time of issue"), .text("ident", "Location indicator"),
                .text("letter", "Letter of the broadcast"), Member("source", .open, "Source"),
                .text("text", "Text"), .text("type", "Type"), .text("voiceFrequency", "Frequency in MHz"),
            ]),
        .object("conditions", "Conditions", conditions),
        .object("forecast", "Forecast", forecasts),
        .object(
            "mos", "Forecast of a model (MOS)",
            [
                .object("forecast", "Forecast", forecasts), .moment("issued", "Time of issue"),
                .number("latitude", "Latitude", .coordinate), .number("longitude", "Longitude", .coordinate),
                period, .text("station", "Identifier of the station"),
            ]),
        .object(
            "windsAloft", "Winds aloft",
            [
                .moment("dateIssued", "Time of issue"), .number("lat", "Latitude", .coordinate),
                .number("lon", "Longitude", .coordinate), .text("source", "Source"),
                .objects(
                    "windsAloft", "Forecasts",
                    [
                        period, .moment("validTime", "Time for which the forecast is valid"),
                        Member("windTemps", .keyed(.height, .object(level)), "Forecasts by height, in feet"),
                    ]),
            ]),
    ]

    private static let period = Member.object(
        "period", "Validity", [.moment("dateEnd", "End"), .moment("dateStart", "Start")])

    private static let clouds: [Member] = [
        .number("altitudeFt", "Height of the base", .height),
        .number("altitudeQualifier", "Qualifier of the service"),
        Member("ceiling", .flag, "Whether the layer is a ceiling"),
        .text("coverage", "Cover as coded"), .text("type", "Type of clouds"),
    ]

    private static let conditions: [Member] = [
        Member("autonomous", .flag, "Whether the report is automatic"), .text("change", "Kind of change"),
        .objects("cloudLayers", "Layers of clouds", clouds),
        .objects("cloudLayersV2", "Layers of clouds", clouds), .moment("dateIssued", "Time of issue"),
        .number("densityAltitudeFt", "Density altitude", .height),
        .number("dewpointC", "Dew point", .temperature),
        .number("dewpointMaxC", "Highest dew point", .temperature),
        .number("dewpointMinC", "Lowest dew point", .temperature),
        .number("elevationFt", "Height of the station", .height),
        .text("flightRules", "Flight rules as the service writes them"),
        .text("ident", "Location indicator"),
        .number("lat", "Latitude", .coordinate), .number("lon", "Longitude", .coordinate),
        Member("nosig", .flag, "Whether no significant change is expected"), period,
        .number("pressureHg", "Altimeter setting", .mercury),
        .number("pressureHpa", "Altimeter setting", .pressure),
        .number("probability", "Probability", .share),
        .number("relativeHumidity", "Relative humidity", .share),
        Member("remarks", .open, "Remarks as the service reads them"),
        Member("reportedAsHpa", .flag, "Whether the report states hectopascals"),
        .number("tempC", "Air temperature", .temperature),
        .number("tempMaxC", "Highest temperature", .temperature),
        .number("tempMinC", "Lowest temperature", .temperature), .text("text", "Report as received"),
        .object(
            "visibility", "Visibility",
            [
                .number("distanceMeter", "Distance", .distance),
                .number("distanceQualifier", "Qualifier of the service"),
                .number("distanceSm", "Distance", .mile),
                .number("prevailingVisDistanceQualifier", "Qualifier of the service"),
                .number("prevailingVisMeter", "Prevailing visibility", .distance),
                .number("prevailingVisSm", "Prevailing visibility", .mile),
                Member("visReportedInMetric", .flag, "Whether the report states metres"),
            ]),
        .texts("weather", "Weather as coded"),
        .object(
            "wind", "Wind",
            [
                .number("direction", "Direction the wind blows from", .direction),
                .number("from", "Direction the wind blows from", .direction),
                .number("gustSpeedKts", "Speed of gusts", .speed), .number("speedKts", "Mean speed", .speed),
                Member("variable", .flag, "Whether the direction is variable"),
            ]),
    ]

    private static let forecasts: [Member] =
        (conditions + [.objects("conditions", "Conditions by period", conditions)]).inOrder

    private static let level: [Member] = [
        .number("altitude", "Height", .height), .number("celsius", "Temperature", .temperature),
        .number("directionFromTrue", "Direction the wind blows from", .direction),
        Member("icing", .flag, "Whether icing is expected"),
        Member("isGreaterThan199Knots", .flag, "Whether the wind is above 199 kt"),
        Member("isLightAndVariable", .flag, "Whether the wind is light and variable"),
        .number("knots", "Speed", .speed), Member("turbulence", .flag, "Whether turbulence is expected"),
    ]
}
