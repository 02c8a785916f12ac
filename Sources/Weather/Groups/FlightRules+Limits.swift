public import Records

/// Limits as on aviationweather.gov: 1,000 and 3,000 feet, 3 and 5 miles are still MVFR.
extension FlightRules {
    /// Creates the rules that a ceiling in feet permits; `nil` means no ceiling.
    public init(ceiling: Int?) {
        switch ceiling ?? .max {
        case ..<500: self = .lowInstrument
        case ..<1000: self = .instrument
        case ...3000: self = .marginalVisual
        default: self = .visual
        }
    }

    /// Creates the rules that a visibility permits. `M1/4SM` counts as less than 1/4 mile, 10 km as more than
    /// 10 km.
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
    /// The flight rules and the quantity that determines them.
    ///
    /// An obscured sky of unknown height (`VV///`) permits only LIFR, as on aviationweather.gov.
    ///
    /// - Returns: `nil` if the visibility is unknown, unless the ceiling alone is below 1,000 feet; `reason`
    ///   is `nil` for VFR.
    public var flightRules: (rules: FlightRules, reason: FlightRules.Reason?)? {
        let isHidden = clouds.contains { $0.cover == .obscured && $0.base == nil }
        let above = isHidden ? .lowInstrument : FlightRules(ceiling: ceiling)
        guard let visibility else { return above <= .instrument ? (above, .ceiling) : nil }
        let along = FlightRules(visibility: visibility)
        if above == along { return (above, above == .visual ? nil : .both) }
        return above < along ? (above, .ceiling) : (along, .visibility)
    }
}
