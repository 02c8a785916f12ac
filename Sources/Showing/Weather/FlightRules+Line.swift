public import Records

extension FlightRules {
    /// The name in its colour on charts: green, blue, red, magenta.
    public var line: Line { Line(rawValue, ink) }

    /// The colour on charts.
    var ink: Ink {
        switch self {
        case .visual: .good
        case .marginalVisual: .fair
        case .instrument: .bad
        case .lowInstrument: .grave
        }
    }
}
