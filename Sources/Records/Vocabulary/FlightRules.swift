/// The flight rules that ceiling and visibility permit, from worst to best.
///
/// Source: FAA Aeronautical Information Manual 7-1-7.
public enum FlightRules: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Low instrument flight rules.
    case lowInstrument = "LIFR"
    /// Instrument flight rules.
    case instrument = "IFR"
    /// Marginal visual flight rules.
    case marginalVisual = "MVFR"
    /// Visual flight rules.
    case visual = "VFR"

    /// The quantity that determines the rules.
    public enum Reason: String, Sendable {
        /// The ceiling is worse.
        case ceiling
        /// The visibility is worse.
        case visibility
        /// Both are equally bad.
        case both
    }

    /// Whether the left rules are worse.
    public static func < (left: FlightRules, right: FlightRules) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .lowInstrument: 0
        case .instrument: 1
        case .marginalVisual: 2
        case .visual: 3
        }
    }
}
