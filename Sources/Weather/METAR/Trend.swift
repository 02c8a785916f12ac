public import Records

/// A trend: the changes expected in the next two hours.
///
/// Source: WMO-No. 306, FM 15, section 2 (TTTTT TTGGgg …); national practices: INTER, FMhhmm, colour states.
public struct Trend: Hashable, Sendable {
    /// The kind of change: `NOSIG`, `BECMG`, `TEMPO`, `INTER`, `PROB30`, `FM`; `nil` after a colour state
    /// alone.
    public let change: ShortText?
    /// The start of the change; `nil` if not given.
    public internal(set) var from: UTC?
    /// The end of the change; `nil` if not given.
    public internal(set) var until: UTC?
    /// The time of the change; `nil` if not given.
    public internal(set) var at: UTC?
    /// The expected colour state; `nil` if none is given.
    public internal(set) var color: ShortText?
    /// The expected wind, visibility, weather and clouds.
    public internal(set) var conditions = Conditions()
    /// The text of the trend.
    public internal(set) var text = ""
    /// The words that were not understood, in order.
    public internal(set) var unparsed: [String] = []

    init(_ change: ShortText?) { self.change = change }

    /// Whether a word is a colour state of military stations: BLU+, BLU, WHT, GRN, YLO1, YLO2, AMB, RED,
    /// BLACK.
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
        // The last digit of `BLACKYLO2` is beyond the first eight bytes.
        case Token.head("YLO") where token.count == 9: return true
        default: return false
        }
    }
}
