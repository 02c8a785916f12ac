import Records

/// Members that several kinds of weather records have.
extension [Member] {
    /// The flight rules, from the best.
    static let flightRules = FlightRules.allCases.reversed().map(\.rawValue)

    /// The words for a value that is a limit.
    static let limits = ["less", "more"]

    /// Wind at the ground.
    static let wind: [Member] = [
        .number("direction", "Direction the wind blows from; absent if it is calm or variable", .direction)
            .shown(in: [.metric, .sensor]),
        .number("from", "First direction of a variable wind", .direction),
        .number("gust", "Speed of gusts", .speed).shown(in: [.metric, .sensor, .chart]),
        .flag("gustAbove", "Gusts are stronger than the instrument can measure"),
        .number("speed", "Mean speed; 0 is calm", .speed).shown(in: [.metric, .sensor, .chart]),
        .flag("speedAbove", "The wind is stronger than the instrument can measure"),
        .number("to", "Last direction of a variable wind, clockwise from the first", .direction),
        .flag("variable", "The direction is variable"),
    ]

    /// A layer of clouds.
    static let layer: [Member] = [
        .number("base", "Height of the base above the aerodrome; absent if unknown", .height),
        .text(
            "cover", "Part of the sky that the layer covers; absent if unknown",
            oneOf: ["FEW", "SCT", "BKN", "OVC", "VV"]),
        .text("type", "Significant type as reported, such as CB or TCU"),
    ]

    /// Wind shear between the ground and a height.
    static let shear: [Member] = [
        .number("direction", "Direction the wind blows from at that height", .direction),
        .number("height", "Height above the ground", .height),
        .number("speed", "Speed at that height", .speed),
    ]

    /// Turbulence or icing in a layer.
    static let hazard: [Member] = [
        .number("base", "Height of the base", .height),
        .number("depth", "Thickness of the layer; absent if it reaches up to the top of the clouds", .height),
        .text("type", "Type by the code table of the group: 0 to 9 or X"),
    ]

    /// Clouds, weather, visibility and wind.
    static let sky: [Member] = [
        .flag("cavok", "CAVOK: visibility of 10 km or more, no significant clouds or weather"),
        .number("ceiling", "Height of the lowest layer that covers more than half of the sky", .height).shown(
            in: [.metric, .sensor, .chart]),
        .objects("clouds", "Layers of clouds, from the lowest", layer),
        .text("sky", "Word for a sky without layers, such as SKC, CLR, NSC or NCD"),
        .number("verticalVisibility", "Vertical visibility into an obscured sky", .height),
        .number("visibility", "Prevailing visibility; 10,000 is 10 km or more", .distance).shown(in: [
            .metric, .sensor, .chart,
        ]),
        .text("visibilityQualifier", "Whether the visibility is less or more than its value", oneOf: limits),
        .texts("weather", "Present or expected weather as coded, such as -SHRA"),
        .object("wind", "Wind", wind),
    ]

    /// The flight rules of conditions.
    static let rules: [Member] = [
        .text("flightRules", "Flight rules by the limits of the FAA; absent if unknown", oneOf: flightRules),
        .text(
            "flightRulesBy", "What determines the flight rules; absent for VFR",
            oneOf: ["ceiling", "visibility", "both"]),
        .flag("flightRulesOrWorse", "The flight rules may be worse: something is not known"),
    ]

    /// Visibility in one direction that is less than the prevailing one.
    static let minimumVisibility = Member.object(
        "minimumVisibility", "Least visibility, if it is less than the prevailing one",
        [
            .text("direction", "Direction in which it is that low, such as NW"),
            .number("visibility", "Visibility", .distance),
        ])

    /// The facts that a report should state.
    static let unknownFacts = ["ceiling", "change", "time", "visibility"]

    /// The names of facts that are not known.
    static let unknown = Member.texts(
        "unknown", "What the report should state and does not, or not legibly", oneOf: unknownFacts)

    /// Members that the rules for old, missing and undated reports add.
    static let arrival: [Member] = [
        .moment("missing", "Time of the newest report that is missing (NIL), if it is newer than this one"),
        .moment("received", "When a report without a legible time was first received"),
    ]

    /// Members that METARs and TAFs begin with.
    static let report: [Member] = [
        .flag("corrected", "The report corrects an earlier one"),
        .flag("nil", "The report is missing (NIL)"),
        Member.text("raw", "Report as received, with single spaces").always,
        Member.text("station", "Location indicator, such as KPWM").always,
        .moment("time", "Time of observation or issue; absent if illegible"),
        unknown,
        .texts("unparsed", "Words that were not understood"),
    ]
}
