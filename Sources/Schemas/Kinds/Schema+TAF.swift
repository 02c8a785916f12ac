extension Schema {
    /// A forecast of an aerodrome (TAF).
    package static let taf = Schema(
        "taf",
        .report + .arrival + [
            .flag("amended", "The forecast amends an earlier one (AMD)"),
            .flag("cancelled", "The forecast is cancelled (CNL)"),
            .moment("from", "Start of its validity"),
            .objects("groups", "Initial conditions and changes, as reported", group),
            .text("remarks", "Remarks as reported"),
            .objects(
                "temperatures", "Expected extremes",
                [
                    .text(
                        "kind", "Which extreme; absent if the forecast does not say",
                        oneOf: ["maximum", "minimum"]),
                    .number("temperature", "Temperature", .temperature),
                    .moment("time", "Time; absent if illegible"),
                ]),
            .objects("timeline", "Periods without a change of the prevailing conditions", period),
            Member.text("type", "Type of the report", oneOf: ["TAF"]).always,
            .moment("until", "End of its validity"),
        ])

    private static let change = Member.text(
        "change", "Kind of change; absent for the initial conditions and where illegible",
        oneOf: ["FM", "BECMG", "TEMPO", "INTER", "PROB"])
    private static let probability = Member.number("probability", "Probability, if stated", .share)
    private static let shear = Member.object("windShear", "Wind shear", [Member].shear)
    private static let direction = Member.text(
        "visibilityDirection", "Direction of the visibility, if the report names one")

    private static let group: [Member] =
        ([Member].sky + .rules + [
            .number("altimeter", "Lowest expected altimeter setting (QNH)", .pressure), change,
            .moment("from", "Start of the change"), .objects("icing", "Layers of icing", [Member].hazard),
            .flag("noSignificantWeather", "Significant weather ends (NSW)"), probability,
            .text("text", "Group as reported"),
            .objects("turbulence", "Layers of turbulence", [Member].hazard), [Member].unknown,
            .texts("unparsed", "Words that were not understood"), .moment("until", "End of the change"),
            direction, shear,
        ]).inOrder

    /// Conditions of a period, prevailing, gradually reached or possible.
    private static let conditions: [Member] =
        ([Member].sky + .rules + [[Member].unknown, direction, shear]).inOrder

    private static let period: [Member] =
        (conditions + [
            .object("becoming", "Conditions that are reached by the end of the period", conditions),
            .moment("from", "Start of the period"),
            .objects(
                "overlays", "Temporary or possible conditions within the period",
                (conditions + [change, probability]).inOrder),
            .moment("until", "End of the period"),
            .text(
                "worstFlightRules", "Worst flight rules of the period and its overlays",
                oneOf: [Member].flightRules),
            .flag("worstFlightRulesOrWorse", "They may be worse: something is not known"),
        ]).inOrder
}
