public import Records

extension FlightRules {
    /// The name in its colour on charts: green, blue, red, magenta.
    public var line: Line {
        switch self {
        case .visual: Line(rawValue, .good)
        case .marginalVisual: Line(rawValue, .fair)
        case .instrument: Line(rawValue, .bad)
        case .lowInstrument: Line(rawValue, .grave)
        }
    }

    /// The letter that represents the flight rules in a timeline, also without colours.
    var mark: Line {
        let letter = rawValue.prefix(1)
        return Line(letter, line.runs[0].ink)
    }
}
