/// The flight rules that a ceiling and a visibility call for.
public enum FlightRules: String, Sendable, CaseIterable {
    /// Visual.
    case vfr = "VFR"
    /// Marginal visual.
    case mvfr = "MVFR"
    /// Instrument.
    case ifr = "IFR"
    /// Low instrument.
    case lifr = "LIFR"

    /// The word in the colour that charts give it: green, blue, red, magenta.
    public var line: Line {
        switch self {
        case .vfr: Line(rawValue, .good)
        case .mvfr: Line(rawValue, .fair)
        case .ifr: Line(rawValue, .bad)
        case .lifr: Line(rawValue, .grave)
        }
    }

    /// The letter by which a drawn timeline tells them apart without colour.
    var mark: Line {
        let letter = rawValue.prefix(1)
        return Line(letter, line.runs[0].ink)
    }
}
