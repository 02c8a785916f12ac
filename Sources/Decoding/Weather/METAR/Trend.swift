public import Records

/// What a report expects of the next two hours.
///
/// Source: WMO-No. 306, FM 15, section 2 (TTTTT TTGGgg …); national habits: INTER, FMhhmm, colours.
public struct Trend: Hashable, Sendable {
    /// What it announces: `NOSIG`, `BECMG`, `TEMPO`, `INTER`, `PROB30`, `FM`; `nil` behind a colour alone.
    public let change: Code?
    /// When it begins; `nil` when not said.
    public internal(set) var from: UTC?
    /// When it ends; `nil` when not said.
    public internal(set) var until: UTC?
    /// When it comes; `nil` when not said.
    public internal(set) var at: UTC?
    /// The colour that is expected; `nil` when none.
    public internal(set) var color: Code?
    /// Wind, visibility, weather and clouds that are expected.
    public internal(set) var conditions = Conditions()
    /// The text of it.
    public internal(set) var text = ""
    /// The words that were not understood, in order.
    public internal(set) var unparsed: [String] = []

    init(_ change: Code?) { self.change = change }

    /// Whether a word is a colour of military stations: BLU+, BLU, WHT, GRN, YLO1, YLO2, AMB, RED, BLACK.
    static func isColor(_ token: Token) -> Bool {
        var rest = token.head
        if token.count > 9 { return false }
        if token.begins("BLACK") {
            guard token.count > 5 else { return true }
            rest <<= 40
        }
        switch rest {
        case Token.head("BLU"), Token.head("WHT"), Token.head("GRN"), Token.head("AMB"), Token.head("RED"):
            return true
        case Token.head("BLU+"), Token.head("YLO"), Token.head("YLO1"), Token.head("YLO2"): return true
        // `BLACKYLO2` has its last digit beyond the first eight bytes.
        case Token.head("YLO") where token.count == 9: return true
        default: return false
        }
    }
}

extension METAR {
    /// What the report expects of the next two hours.
    ///
    /// - Parameter clock: Finds the day of hours that name none.
    /// - Returns: The trends in order; empty when it says nothing.
    public func trends(clock: ReportClock) -> [Trend] {
        if trendPlace.isEmpty { return [] }
        var reader = TrendReader(base: time ?? clock.reference)
        var tokens = Tokens(trendPlace.range)
        while let token = tokens.next(text.span) { reader.take(token, &tokens, text.span) }
        return reader.finish(text.span)
    }
}
