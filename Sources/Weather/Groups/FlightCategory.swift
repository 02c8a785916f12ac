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

extension Conditions {
    /// The flight category; `nil` if the ceiling or the visibility is not known, unless the known part alone
    /// permits only LIFR, or IFR at best.
    public var flightCategory: FlightCategory? {
        let above = rulesOfCeiling
        let along = decisiveVisibility.map(FlightRules.init(visibility:))
        guard let rules = [above, along].compactMap(\.self).min() else { return nil }
        let isUncertain = statedCeiling.isUncertain || isVisibilityUncertain
        guard !isUncertain || rules <= .instrument else { return nil }
        let reason: FlightRules.Reason = above != rules ? .visibility : along != rules ? .ceiling : .both
        return FlightCategory(
            rules: rules, reason: rules == .visual ? nil : reason,
            isOrWorse: isUncertain && rules != .lowInstrument)
    }

    /// The rules that the known part of the sky permits; `nil` if it proves nothing.
    ///
    /// An obscured sky of unknown height (`VV///`) permits only LIFR, as on aviationweather.gov.
    private var rulesOfCeiling: FlightRules? {
        if clouds.contains(where: { $0.cover == .obscured && $0.base == nil }) { return .lowInstrument }
        switch statedCeiling {
        case .none: return .visual
        case .feet(let height), .atMost(let height): return FlightRules(ceiling: height)
        case .unknown: return nil
        }
    }

    /// The visibility that the category rests on: the prevailing one, but the smallest where the first one
    /// applies to a direction only.
    private var decisiveVisibility: Visibility? {
        guard restsOnMinimum, let minimumVisibility, let visibility else { return visibility }
        return minimumVisibility.meters < visibility.meters ? minimumVisibility : visibility
    }

    /// Whether the visibility is not known, or may be another one.
    var isVisibilityUncertain: Bool { visibility == nil || mayHaveOtherVisibility }

    /// The facts that the flight category needs and that are not known, by their names in records, sorted.
    var unknownFacts: [String] { unknownFacts(isTimeKnown: true) }

    /// Returns these facts with the time of the report.
    func unknownFacts(isTimeKnown: Bool) -> [String] {
        (statedCeiling.isUncertain ? ["ceiling"] : []) + (isTimeKnown ? [] : ["time"])
            + (isVisibilityUncertain ? ["visibility"] : [])
    }
}
