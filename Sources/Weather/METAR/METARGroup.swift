/// The place of a group that few reports have.
struct METARGroup: Hashable, Sendable {
    /// The kind of a group.
    enum Sort: UInt8 {
        /// `R04R/1500`.
        case runwayVisualRange
        /// The part after `RE`.
        case recentWeather
        /// `WS R35`.
        case windShear
        /// `R24/290050`.
        case runwayState
        /// `W16/S2`.
        case sea
        /// `RF00.2/011.2`.
        case rainfall
        /// `BLU`.
        case color
        /// A word that was not understood.
        case unparsed
    }

    let sort: Sort
    let place: TextRange

    init(_ sort: Sort, at token: Token) {
        self.sort = sort
        place = TextRange(from: token.start, to: token.end)
    }

    init(_ sort: Sort, from start: Int, to end: Int) {
        self.sort = sort
        place = TextRange(from: start, to: end)
    }
}
