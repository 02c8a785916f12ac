/// Where a group stands that few reports have.
struct METARNote: Hashable, Sendable {
    /// A part of the text.
    struct Place: Hashable, Sendable {
        private let start: Int32
        private let end: Int32

        /// No part.
        static let none = Place(0, 0)

        init(_ start: Int, _ end: Int) {
            (self.start, self.end) = (Int32(clamping: start), Int32(clamping: end))
        }

        /// Whether nothing stands there.
        var isEmpty: Bool { start >= end }

        /// The bytes from the start of the report.
        var range: Range<Int> { Int(start)..<Int(end) }
    }

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
    let place: Place

    init(_ sort: Sort, _ token: Token) { (self.sort, place) = (sort, Place(token.start, token.end)) }

    init(_ sort: Sort, from start: Int, to end: Int) { (self.sort, place) = (sort, Place(start, end)) }
}
