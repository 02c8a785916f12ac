/// Which rules of flight ceiling and visibility allow; from worst to best.
///
/// Source: FAA Aeronautical Information Manual 7-1-7; boundaries as aviationweather.gov draws them: 1,000 and
/// 3,000 feet, 3 and 5 miles are still MVFR.
public enum FlightRules: UInt8, Sendable, Comparable, CaseIterable {
    /// Ceiling below 500 feet or visibility below one mile.
    case lowInstrument
    /// Ceiling below 1,000 feet or visibility below three miles.
    case instrument
    /// Ceiling at most 3,000 feet or visibility at most five miles.
    case marginalVisual
    /// Better than all that.
    case visual

    /// The short form: `LIFR`, `IFR`, `MVFR` or `VFR`.
    public var code: String {
        switch self {
        case .lowInstrument: "LIFR"
        case .instrument: "IFR"
        case .marginalVisual: "MVFR"
        case .visual: "VFR"
        }
    }

    /// Which of the two decided.
    public enum Reason: String, Sendable {
        /// The ceiling is worse.
        case ceiling
        /// The visibility is worse.
        case visibility
        /// Both are equally bad.
        case both
    }

    /// Worse rules are less.
    public static func < (left: FlightRules, right: FlightRules) -> Bool { left.rawValue < right.rawValue }

    /// The rules that a ceiling allows; `nil` stands for no ceiling.
    public init(ceiling: Int?) {
        switch ceiling ?? .max {
        case ..<500: self = .lowInstrument
        case ..<1000: self = .instrument
        case ...3000: self = .marginalVisual
        default: self = .visual
        }
    }

    /// The rules that a visibility allows. `M1/4SM` counts as less than 1/4, 10 km as more than 10 km.
    public init(visibility: Visibility) {
        switch visibility.statuteMiles {
        case ..<1: self = .lowInstrument
        case ..<3: self = .instrument
        case ...5: self = .marginalVisual
        default: self = .visual
        }
    }
}

extension Conditions {
    /// The flight rules and what decided them.
    ///
    /// - Returns: `nil` when the visibility is unknown, unless the ceiling alone is below 1,000 feet; `reason` is
    ///   `nil` for VFR.
    public var flightRules: (rules: FlightRules, reason: FlightRules.Reason?)? {
        let above = FlightRules(ceiling: ceiling)
        guard let visibility else { return above <= .instrument ? (above, .ceiling) : nil }
        let along = FlightRules(visibility: visibility)
        if above == along { return (above, above == .visual ? nil : .both) }
        return above < along ? (above, .ceiling) : (along, .visibility)
    }
}
