import Records

/// The expected type of a part of a JSON report.
///
/// Source: seven complete reports of a company's test server; every part is optional.
indirect enum ReportShape: Sendable {
    /// A number.
    case number
    /// A text; an empty one counts as absent.
    case text
    /// A Boolean value.
    case flag
    /// A time in ISO 8601; an offset may lack its colon.
    case moment
    /// A list of elements of one shape.
    case list(ReportShape)
    /// An object of known members; others are left out.
    case object([String: ReportShape])
    /// An object with numbers as names, all of one shape: heights in feet.
    case numbered(ReportShape)
    /// Text, or any object or list, of which all members are kept.
    case open
}

extension ReportShape {
    private static let period = ReportShape.object(["dateStart": .moment, "dateEnd": .moment])

    private static let clouds = ReportShape.list(
        .object([
            "coverage": .text, "altitudeFt": .number, "ceiling": .flag, "type": .text,
            "altitudeQualifier": .number,
        ]))

    private static let conditions: [String: ReportShape] = [
        "text": .text, "ident": .text, "dateIssued": .moment, "lat": .number, "lon": .number,
        "period": period, "elevationFt": .number, "tempC": .number, "dewpointC": .number,
        "pressureHg": .number, "pressureHpa": .number, "reportedAsHpa": .flag, "densityAltitudeFt": .number,
        "relativeHumidity": .number, "flightRules": .text,
        "cloudLayers": clouds, "cloudLayersV2": clouds, "weather": .list(.text), "autonomous": .flag,
        "nosig": .flag, "remarks": .open, "change": .text, "probability": .number, "tempMinC": .number,
        "tempMaxC": .number, "dewpointMinC": .number, "dewpointMaxC": .number,
        "visibility": .object([
            "distanceSm": .number, "distanceQualifier": .number, "prevailingVisSm": .number,
            "prevailingVisDistanceQualifier": .number, "distanceMeter": .number,
            "prevailingVisMeter": .number, "visReportedInMetric": .flag,
        ]),
        "wind": .object([
            "speedKts": .number, "gustSpeedKts": .number, "direction": .number, "from": .number,
            "variable": .flag,
        ]),
    ]

    private static let forecast = ReportShape.object(
        conditions.merging(["conditions": .list(.object(conditions))]) { first, _ in first })

    private static let level = ReportShape.object([
        "directionFromTrue": .number, "knots": .number, "celsius": .number, "altitude": .number,
        "isLightAndVariable": .flag, "isGreaterThan199Knots": .flag, "turbulence": .flag, "icing": .flag,
    ])

    /// A complete report.
    static let report = ReportShape.object([
        "conditions": .object(conditions), "forecast": forecast,
        "windsAloft": .object([
            "lat": .number, "lon": .number, "dateIssued": .moment, "source": .text,
            "windsAloft": .list(
                .object(["validTime": .moment, "period": period, "windTemps": .numbered(level)])),
        ]),
        "mos": .object([
            "station": .text, "issued": .moment, "period": period, "latitude": .number, "longitude": .number,
            "forecast": forecast,
        ]),
        "atis": .list(
            .object([
                "text": .text, "ident": .text, "type": .text, "letter": .text, "dateIssued": .moment,
                "voiceFrequency": .text, "conditions": .open, "source": .open,
            ])),
    ])
}

extension ReportShape {
    /// The names of all known members at any depth.
    var memberNames: Set<String> {
        switch self {
        case .object(let members):
            members.reduce(into: []) { names, member in
                names.insert(member.key)
                names.formUnion(member.value.memberNames)
            }
        case .list(let element), .numbered(let element): element.memberNames
        case .number, .text, .flag, .moment, .open: []
        }
    }

    /// Whether a value of this shape can have a member at a path; the index of a list may be omitted.
    func canHave(_ path: ArraySlice<String>) -> Bool {
        guard let step = path.first else { return true }
        switch self {
        case .object(let members): return members[step]?.canHave(path.dropFirst()) ?? false
        case .list(let element):
            return element.canHave(path) || Int(step) != nil && element.canHave(path.dropFirst())
        case .numbered(let element): return Int(step) != nil && element.canHave(path.dropFirst())
        case .open: return true
        case .number, .text, .flag, .moment: return false
        }
    }
}
