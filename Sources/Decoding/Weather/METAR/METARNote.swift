/// Where a group stands that few reports have.
struct METARNote: Hashable, Sendable {
    /// What sort of group it is.
    enum Sort: UInt8 {
        /// `R04R/1500`.
        case runwayVisualRange
        /// What follows `RE`.
        case recentWeather
        /// `WS R35`.
        case windShear
        /// `R24/290050`.
        case runwayState
        /// `W16/S2`.
        case sea
        /// `BLU`.
        case color
        /// A word that was not understood.
        case stranger
    }

    let sort: Sort
    let place: TextPlace

    init(_ sort: Sort, _ token: Token) { (self.sort, place) = (sort, TextPlace(token.start, token.end)) }

    init(_ sort: Sort, from start: Int, to end: Int) { (self.sort, place) = (sort, TextPlace(start, end)) }
}
