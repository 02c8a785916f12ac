import Records

/// A parser of the words of trends.
struct TrendReader {
    /// The time of observation.
    let base: UTC
    /// The station of the report.
    let station: ShortText
    private var trends: [Trend] = []
    /// The offsets at which the trends begin.
    private var starts: [Int] = []
    private var end = 0

    init(base: UTC, station: ShortText) {
        self.base = base
        self.station = station
    }

    mutating func take(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        end = token.end
        if let change = TrendReader.change(token, in: bytes) {
            begin(Trend(change), at: token.start)
            return
        }
        if token.count == 6, token.begins("FM"), token.digits == 0b0011_1100 {
            takeFrom(moment(token.number(at: 2, 4)), token: token)
            return
        }
        if Trend.isColor(token) {
            // The first colour state is observed; the next one is expected.
            if trends.last.map({ $0.color != nil }) ?? true { begin(Trend(nil), at: token.start) }
            trends[trends.count - 1].color = ShortText(token, in: bytes)
            return
        }
        if trends.isEmpty { begin(Trend(nil), at: token.start) }
        let last = trends.count - 1
        if takeTime(token, in: bytes, into: &trends[last]) { return }
        if !trends[last].conditions.take(token, followedBy: &tokens, in: bytes),
            !trends[last].conditions.takeWind(token, followedBy: &tokens, at: station, in: bytes)
        {
            trends[last].unparsed.append(token.text(bytes))
        }
        end = max(end, tokens.offset)
    }

    mutating func finish(_ bytes: Span<UInt8>) -> [Trend] {
        for index in trends.indices {
            let next = index + 1 < starts.count ? starts[index + 1] : end
            trends[index].text = ReportText.words(bytes, range: starts[index]..<next)
        }
        // A colour state alone is observed, so it is not a trend.
        return trends.enumerated().filter { index, trend in
            index > 0 || trend.change != nil || !trend.conditions.isEmpty || !trend.unparsed.isEmpty
        }.map(\.element)
    }

    private mutating func begin(_ trend: Trend, at start: Int) {
        // `PROB30 TEMPO` is a single trend.
        if let last = trends.last, let change = last.change, change.begins("PROB"), last.conditions.isEmpty,
            last.unparsed.isEmpty, let joined = trend.change.flatMap({ ShortText("\(change) \($0)") })
        {
            trends[trends.count - 1] = Trend(joined)
            return
        }
        trends.append(trend)
        starts.append(start)
    }

    private static func change(_ token: Token, in bytes: Span<UInt8>) -> ShortText? {
        if token.is("NOSIG") || token.is("BECMG") || token.is("TEMPO") || token.is("INTER") {
            return ShortText(token, in: bytes)
        }
        return token.count == 6 && token.begins("PROB") ? ShortText(token, in: bytes) : nil
    }

    /// Reads `FM1130`: the start of a change directly after its word; elsewhere (Australia) a change of its
    /// own.
    private mutating func takeFrom(_ moment: UTC?, token: Token) {
        let isBegun = trends.last.map { $0.change != nil && $0.from == nil && $0.conditions.isEmpty } ?? false
        if !isBegun { begin(Trend(ShortText("FM")), at: token.start) }
        trends[trends.count - 1].from = moment
    }

    /// Reads `TL1230` or `AT1100` within a trend, or `1130/1300` after INTER or TEMPO.
    private func takeTime(_ token: Token, in bytes: Span<UInt8>, into trend: inout Trend) -> Bool {
        if token.count == 6, token.digits == 0b0011_1100 {
            let moment = moment(token.number(at: 2, 4))
            if token.begins("TL") {
                trend.until = moment
            } else if token.begins("AT") {
                trend.at = moment
            } else {
                return false
            }
            return true
        }
        guard token.count == 9, token[4] == .slash, token.digits == 0b1111_0111 else { return false }
        var scan = ByteCursor(token.start + 5..<token.end)
        guard let end = scan.number(bytes, exactly: 4) else { return false }
        let start = token.number(at: 0, 4)
        let period = period(start, end: end) ?? (moment(start), moment(end))
        trend.from = period.from
        trend.until = period.until
        return true
    }

    /// Reads `2020/2022` as used in South America: day and hour, as in a forecast.
    ///
    /// - Returns: The period; `nil` unless it begins within three hours of the observation.
    private func period(_ start: Int, end: Int) -> (from: UTC?, until: UTC?)? {
        let clock = ReportClock(reference: base)
        guard let from = clock.moment(day: start / 100, hour: start % 100, minute: 0, nearest: base),
            let until = clock.moment(day: end / 100, hour: end % 100, minute: 0, nearest: from)
        else { return nil }
        let hour: Int64 = 3_600_000_000
        let isSoon = abs(from.microseconds - base.microseconds) <= 3 * hour
        return isSoon && 0...12 * hour ~= until.microseconds - from.microseconds && from != until
            ? (from, until) : nil
    }

    /// Returns the moment with this time of day nearest to one hour before the observation; 2400 is midnight.
    private func moment(_ clock: Int) -> UTC? {
        let hour = clock / 100
        let minute = clock % 100
        guard hour < 24 || clock == 2400, minute < 60 else { return nil }
        let day: Int64 = 86_400_000_000
        let midnight = base.microseconds - (base.microseconds % day + day) % day
        var moment = midnight + Int64(hour * 60 + minute) * 60_000_000
        while moment < base.microseconds - 3_600_000_000 { moment += day }
        return UTC(microseconds: moment)
    }
}

extension METAR {
    /// Returns the trends of the report.
    ///
    /// - Parameter clock: Determines the day for times of day.
    /// - Returns: The trends in order; empty if there are none.
    public func trends(clock: ReportClock) -> [Trend] {
        if trendPlace.isEmpty { return [] }
        var reader = TrendReader(base: time ?? clock.reference, station: station)
        var tokens = Tokens(trendPlace.range)
        while let token = tokens.next(text.span) { reader.take(token, followedBy: &tokens, in: text.span) }
        return reader.finish(text.span)
    }
}
