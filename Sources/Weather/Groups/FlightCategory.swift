public import Records

/// The flight rules that conditions permit.
///
/// Limits as on aviationweather.gov: 1,000 and 3,000 feet, 3 and 5 miles are still MVFR.
public struct FlightCategory: Hashable, Sendable {
    /// The flight rules that the known part of the conditions permits.
    public let rules: FlightRules
    /// The quantity that determines them; `nil` for VFR.
    public let reason: FlightRules.Reason?
    /// Whether the true rules may be worse, because the ceiling or the visibility is not known.
    public let isOrWorse: Bool
}

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

/// The flight category that conditions permit, and the facts that it lacks.
struct Assessment: Hashable {
    /// The flight category; `nil` if it is not known.
    let category: FlightCategory?
    /// The facts that the category needs and that are not known: ceiling, visibility.
    let unknown: UnknownFacts
}

extension FlightCategory {
    /// Creates the category of what ceiling and visibility permit; `nil` if neither is known.
    fileprivate init?(ceiling above: FlightRules?, visibility along: FlightRules?) {
        guard let rules = above ?? along else { return nil }
        let worst = min(rules, along ?? rules)
        self.rules = worst
        isOrWorse = false
        reason = worst == .visual ? nil : above != worst ? .visibility : along != worst ? .ceiling : .both
    }

    /// The category if a part is not known: LIFR, IFR or worse; `nil` for better ones.
    var orWorse: FlightCategory? {
        switch rules {
        case .lowInstrument: self
        case .instrument: FlightCategory(rules: rules, reason: reason, isOrWorse: true)
        case .marginalVisual, .visual: nil
        }
    }
}

extension Ceiling {
    /// The rules that the known part of the sky permits; `nil` if it proves nothing.
    fileprivate var rules: FlightRules? {
        switch self {
        case .none: .visual
        case .feet(let height), .atMost(let height): FlightRules(ceiling: height)
        case .unknown: nil
        }
    }
}

extension Conditions {
    /// The flight category; `nil` if the ceiling or the visibility is not known, unless the known part alone
    /// permits only LIFR, or IFR at best.
    public var flightCategory: FlightCategory? { assessment.category }

    /// The flight category, and what it lacks.
    var assessment: Assessment {
        let layers = CloudSummary(clouds)
        let ceiling = statedCeiling(of: layers)
        // An obscured sky of unknown height (`VV///`) permits only LIFR, as on aviationweather.gov.
        let above = layers.isHidden ? .lowInstrument : ceiling.rules
        let along = decisiveVisibility.map { FlightRules(visibility: $0) }
        var unknown: UnknownFacts = []
        if ceiling.isUncertain { unknown.insert(.ceiling) }
        if visibility == nil || mayHaveOtherVisibility { unknown.insert(.visibility) }
        let category = FlightCategory(ceiling: above, visibility: along)
        return Assessment(category: unknown.isEmpty ? category : category?.orWorse, unknown: unknown)
    }

    /// The visibility that the category rests on: the prevailing one, but the smallest where the first one
    /// applies to a direction only.
    private var decisiveVisibility: Visibility? {
        guard restsOnMinimum, let minimumVisibility, let visibility else { return visibility }
        return minimumVisibility.meters < visibility.meters ? minimumVisibility : visibility
    }
}
