public import Records

/// The flight rules that conditions prove, which may be less than all: the ceiling or the visibility may be
/// unknown.
///
/// An unknown category never counts as a good one.
package enum ProvenCategory: Hashable, Sendable {
    /// These rules.
    case known(FlightRules)
    /// These rules or worse ones: a part is unknown.
    case orWorse(FlightRules)
    /// Nothing is proven.
    case unknown

    /// Reads the members `flightRules` and `flightRulesOrWorse` of conditions.
    package init(_ data: JSON) { self.init(data, rules: .flightRules, orWorse: .flightRulesOrWorse) }

    /// Reads the members `worstFlightRules` and `worstFlightRulesOrWorse` of a period.
    package init(worstOf period: JSON) {
        self.init(period, rules: .worstFlightRules, orWorse: .worstFlightRulesOrWorse)
    }

    private init(_ data: JSON, rules: WeatherMember, orWorse: WeatherMember) {
        let rules = data[rules]?.string.flatMap(FlightRules.init)
        let isOpen = data[orWorse]?.bool == true || data.lacks(.ceiling) || data.lacks(.visibility)
        self.init(best: rules ?? .visual, worst: isOpen ? nil : rules)
    }

    /// Makes the category between two limits; without a worst one, anything worse is possible.
    private init(best: FlightRules, worst: FlightRules?) {
        let worst = worst ?? .lowInstrument
        if best == worst {
            self = .known(best)
        } else {
            self = best <= .instrument ? .orWorse(best) : .unknown
        }
    }

    /// Returns the category that the worst of several conditions prove; unknown if there are none.
    package static func worst(_ categories: [ProvenCategory]) -> ProvenCategory {
        guard let best = categories.map(\.best).min(), let worst = categories.map(\.worst).min() else {
            return .unknown
        }
        return ProvenCategory(best: best, worst: worst)
    }

    /// The rules that determine colour and letter; `nil` if unknown.
    package var rules: FlightRules? {
        switch self {
        case .known(let rules), .orWorse(let rules): rules
        case .unknown: nil
        }
    }

    /// Whether the category is a better reason for concern than another: LIFR, IFR, unknown, MVFR, VFR.
    package func isWorse(than other: ProvenCategory) -> Bool { concern < other.concern }

    private var concern: Int {
        switch self {
        case .known(.lowInstrument): 0
        case .orWorse(.lowInstrument), .orWorse(.instrument): 1
        case .known(.instrument): 2
        case .orWorse, .unknown: 3
        case .known(.marginalVisual): 4
        case .known(.visual): 5
        }
    }

    private var best: FlightRules { rules ?? .visual }

    private var worst: FlightRules {
        if case .known(let rules) = self { rules } else { .lowInstrument }
    }
}

extension ProvenCategory {
    /// The category in a few words: `VFR`, `IFR or worse`, `unknown`.
    package var text: String {
        switch self {
        case .known(let rules): rules.rawValue
        case .orWorse(let rules): "\(rules.rawValue) or worse"
        case .unknown: "unknown"
        }
    }

    /// The category as a part of a sentence: `VFR`, `IFR or worse`, `category unknown`.
    package var words: String { self == .unknown ? "category unknown" : text }

    /// The text in its colour on charts; an unknown category has the neutral one.
    package var line: Line { Line(text, ink) }

    /// The letter that represents the category in a timeline, also without colours; `?` if it is unknown.
    package var letter: String { rules.map { String($0.rawValue.prefix(1)) } ?? "?" }

    /// The letter in its colour.
    var mark: Line { Line(letter, ink) }

    /// The colour of the words.
    var ink: Ink { rules?.ink ?? .plain }
}

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
