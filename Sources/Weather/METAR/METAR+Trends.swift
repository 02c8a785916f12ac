import Records

extension METAR {
    /// Whether a word begins a part that is not observed: a trend, or the colour of a military station.
    @inline(__always)
    static func isTrend(_ token: Token) -> Bool {
        switch token[0] {
        case UInt8(ascii: "N"): token.is("NOSIG")
        case UInt8(ascii: "B"): token.begins("BECMG") || Trend.isColor(token)
        case UInt8(ascii: "T"): token.begins("TEMPO")
        case UInt8(ascii: "I"): token.begins("INTER")
        case UInt8(ascii: "P"): token.begins("PROB")
        case UInt8(ascii: "F"):
            token.begins("FM") && token.digits & 0b0011_1100 == 0b0011_1100
                && (token.count == 6 || token.count == 8)
        case UInt8(ascii: "W"), UInt8(ascii: "G"), UInt8(ascii: "Y"), UInt8(ascii: "A"), UInt8(ascii: "R"):
            Trend.isColor(token)
        default: false
        }
    }

    mutating func readTrend(from first: Token, _ tokens: inout Tokens, in bytes: Span<UInt8>) {
        if Trend.isColor(first) { notes.append(METARGroup(.color, at: first)) }
        var end = first.end
        while let token = tokens.next(bytes) {
            if token.is("RMK") {
                remarksPlace = TextRange(from: tokens.offset, to: tokens.end)
                break
            }
            end = token.end
        }
        trendPlace = TextRange(from: first.start, to: end)
    }

    /// Returns the trends of the report.
    ///
    /// - Parameter clock: Determines the day for times of day.
    /// - Returns: The trends in order; empty if there are none.
    public func trends(clock: ReportClock) -> [Trend] {
        if trendPlace.isEmpty { return [] }
        var reader = TrendReader(base: time ?? clock.reference, station: station)
        var tokens = Tokens(trendPlace.range)
        while let token = tokens.next(text.span) { reader.parse(token, followedBy: &tokens, in: text.span) }
        return reader.finish(text.span)
    }
}
