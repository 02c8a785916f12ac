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
    private var times: TrendTimes

    init(base: UTC, station: ShortText) {
        self.base = base
        self.station = station
        times = TrendTimes(base: base, usesDays: !station.begins("Y"))
    }

    mutating func parse(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        end = max(token.end, end)
        if parseChange(token, followedBy: &tokens, in: bytes) { return }
        if parseMoment(token, followedBy: &tokens, in: bytes) { return }
        if Trend.isColor(token) { return parseColor(token, in: bytes) }
        if trends.isEmpty { startTrend(Trend(nil), at: token.start) }
        if parsePeriod(token, followedBy: &tokens, in: bytes) { return }
        parseConditions(token, followedBy: &tokens, in: bytes)
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

    /// The index of the current trend.
    private var last: Int { trends.count - 1 }

    private mutating func startTrend(_ trend: Trend, at start: Int) {
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

    /// Starts a trend if the word is that of a change.
    private mutating func parseChange(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        if token.is("NOSIG") {
            startTrend(Trend(ShortText(token)), at: token.start)
            return true
        }
        guard let word = ChangeWord.read(token, in: bytes) else { return false }
        tokens.offset = token.start + word.length
        let isRegular = ChangeWord.readRegular(token) != nil
        startTrend(Trend(isRegular ? ShortText(token, in: bytes) : word.code), at: token.start)
        return true
    }

    /// Reads a colour state; the first one is observed, the next one is expected.
    private mutating func parseColor(_ token: Token, in bytes: Span<UInt8>) {
        if trends.last.map({ $0.color != nil }) ?? true { startTrend(Trend(nil), at: token.start) }
        trends[last].color = ShortText(token, in: bytes)
    }

    private mutating func parseConditions(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) {
        if trends[last].conditions.parse(token, followedBy: &tokens, in: bytes)
            || trends[last].conditions.parseWind(token, followedBy: &tokens, at: station, in: bytes)
        {
            return
        }
        if let split = GluedWords.split(token, in: bytes) {
            tokens.offset = token.start + split.length + split.gap
            let first = Token(start: token.start, end: token.start + split.length, in: bytes)
            return parse(first, followedBy: &tokens, in: bytes)
        }
        trends[last].unparsed.append(token.text(bytes))
    }

    /// Reads `FM1130`, `TL1230` or `AT1100`, also as two words or with a day.
    private mutating func parseMoment(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        guard token.begins("FM") || token.begins("TL") || token.begins("AT") else { return false }
        var ahead = tokens
        guard let figures = token.count > 2 ? token.dropping(2, in: bytes) : ahead.next(bytes),
            let moment = times.moment(figures)
        else { return false }
        if token.begins("FM") {
            parseFrom(moment, at: token.start)
        } else if trends.isEmpty {
            return false
        } else if token.begins("TL") {
            trends[last].until = moment
        } else {
            trends[last].at = moment
        }
        end = figures.end
        tokens = ahead
        return true
    }

    /// Reads the start of a change directly after its word; elsewhere (Australia) a change of its own.
    private mutating func parseFrom(_ moment: UTC, at start: Int) {
        let isBegun = trends.last.map { $0.change != nil && $0.from == nil && $0.conditions.isEmpty } ?? false
        if !isBegun { startTrend(Trend(ShortText("FM")), at: start) }
        trends[last].from = moment
    }

    /// Reads a period directly after the word of a change: `1130/1300`, `2020/2022`, or `1216` before a
    /// visibility of four digits.
    private mutating func parsePeriod(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        if token.isPeriod, token.count == 9, let period = times.period(token, in: bytes) {
            trends[last].from = period.from
            trends[last].until = period.until
            return true
        }
        let isDirect =
            trends[last].change != nil && trends[last].from == nil && trends[last].conditions.isEmpty
        guard isDirect, token.isFourDigits, let next = tokens.peek(bytes), next.isFourDigits else {
            return false
        }
        let period = times.hours(token)
        trends[last].from = period?.from
        trends[last].until = period?.until
        return true
    }
}
