extension Schema {
    /// Winds and temperatures above a station.
    static let winds = Schema(
        "winds",
        [
            .moment("based", "Time of the model run"), .moment("from", "Start of the period of use"),
            Member("levels", .keyed(.height, .object(level)), "Forecasts by height above the sea, in feet")
                .always,
            Member.text("station", "Identifier of the station, such as BOS").always,
            .moment("time", "Time for which the forecast is valid"),
            Member.text("type", "Type of the report", oneOf: ["WINDS"]).always,
            .moment("until", "End of the period of use"),
        ] + .arrival)

    private static let level: [Member] = [
        .number("direction", "Direction the wind blows from; absent if light and variable", .direction),
        .number("speed", "Speed; absent if light and variable", .speed),
        .flag("speedAbove", "The speed is 199 kt or more"),
        .number("temperature", "Temperature", .temperature),
        .flag("variable", "The wind is light and variable"),
    ]

    /// A general forecast for a position.
    package static let forecast = Schema(
        "forecast",
        [
            .object("current", "Present conditions", step),
            .objects(
                "daily", "Days",
                (step + [
                    Member("date", .date, "Date at the place"),
                    .number("maximumApparentTemperature", "Highest apparent temperature", .temperature),
                    .number("maximumTemperature", "Highest temperature", .temperature),
                    .number("minimumApparentTemperature", "Lowest apparent temperature", .temperature),
                    .number("minimumTemperature", "Lowest temperature", .temperature),
                    .moment("sunrise", "Sunrise"), .moment("sunset", "Sunset"),
                ]).inOrder),
            .number("elevation", "Height of the position above the sea", .distance),
            .objects("hourly", "Steps of one hour, at the end of the forecast of more", step),
            Member.number("latitude", "Latitude", .coordinate).always,
            Member.number("longitude", "Longitude", .coordinate).always,
            .objects("periods", "Days and nights in words", step),
            Member.text("provider", "Service", oneOf: ["met-norway", "nws", "open-meteo"]).always,
            .text("timeZone", "Time zone of the position, as the service names it"),
            .moment("updated", "Time of the last update by the service"),
        ])

    private static let step: [Member] = [
        .number("apparentTemperature", "Temperature as it feels", .temperature).shown(in: [.metric, .sensor]),
        .number("cloudCover", "Part of the sky covered by clouds", .share).shown(in: .metric),
        Member("day", .flag, "Whether it is day"),
        .number("dewPoint", "Dew point", .temperature).shown(in: .metric),
        .text("name", "Name of the period, such as Tonight"),
        .number("precipitation", "Precipitation", .water),
        .number("precipitationProbability", "Probability of precipitation", .share),
        .number("pressure", "Pressure reduced to sea level", .pressure).shown(in: [.metric, .sensor]),
        .number("rain", "Rain, without showers", .water),
        .number("relativeHumidity", "Relative humidity", .share).shown(in: [.metric, .sensor]),
        .number("showers", "Rain of showers", .water), .number("snowfall", "Fallen snow", .snow),
        .text("summary", "Weather in a few words"),
        .number("surfacePressure", "Pressure at the height of the position", .pressure),
        .text("symbol", "Symbol of MET Norway, such as partlycloudy_day"),
        .number("temperature", "Air temperature", .temperature).shown(in: [.metric, .sensor]),
        .text("text", "Forecast in words"), .moment("time", "Moment, or start of the step"),
        .number("ultravioletIndex", "Ultraviolet index"), .moment("until", "End of the step"),
        .number("visibility", "Visibility", .distance).shown(in: .metric),
        .number("weatherCode", "Weather by WMO code table 4677"),
        .object(
            "wind", "Wind",
            [
                .number("direction", "Direction the wind blows from", .direction).shown(in: [
                    .metric, .sensor,
                ]),
                .number("gust", "Speed of gusts", .speed).shown(in: [.metric, .sensor]),
                .number("gustFrom", "Lower limit of gusts that the service gives as a range", .speed),
                .number("speed", "Mean speed, or the upper limit of a range", .speed).shown(in: [
                    .metric, .sensor,
                ]),
                .number("speedFrom", "Lower limit of a speed that the service gives as a range", .speed),
            ]),
    ]
}
