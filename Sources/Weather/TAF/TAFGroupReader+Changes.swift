import Records

/// The parser of the words and times of changes.
extension TAFGroupReader {
    /// Starts a group if the word is that of a change.
    @inline(__always)
    mutating func parseChange(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) -> Bool
    {
        guard ChangeWord.mayBegin(token) else { return false }
        if token.begins("FM") {
            return parseRegularFrom(token) || parseFrom(token, followedBy: &tokens, in: bytes)
        }
        if token.is("PROB") { return parseProbability(token, followedBy: &tokens, in: bytes) }
        guard let word = ChangeWord.readRegular(token) else { return false }
        startGroup(word.change, probability: word.probability, token: token)
        parsePeriod(&tokens, in: bytes)
        return true
    }

    /// Starts a group at a word that is no group but a mistyped word of a change, or one without a space
    /// after it.
    mutating func parseMistypedChange(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        guard let word = ChangeWord.read(token, in: bytes) else { return false }
        tokens.offset = token.start + word.length
        let whole = Token(start: token.start, end: tokens.offset, in: bytes)
        startGroup(word.change, probability: word.probability, token: whole)
        parsePeriod(&tokens, in: bytes)
        return true
    }

    /// Starts a group, or continues one of which only the other word of `PROB30 TEMPO` is known.
    private mutating func startGroup(_ change: TAFGroup.Change, probability: Int?, token: Token) {
        guard change.isOverlay, !taf.groups.isEmpty, isOtherWord(of: change), taf.groups[last].isEmpty else {
            startGroup(change, token: token)
            taf.groups[last].probability = probability
            return
        }
        if change != .probable { taf.groups[last].change = change }
        taf.groups[last].probability = probability ?? taf.groups[last].probability
        extend(to: token.end)
    }

    /// Whether the current group is begun by the other word of `PROB30 TEMPO`.
    private func isOtherWord(of change: TAFGroup.Change) -> Bool {
        taf.groups[last].conditions.isEmpty && taf.groups[last].change.isOverlay
            && (taf.groups[last].change == .probable) != (change == .probable)
            && (change != .probable || taf.groups[last].from == nil)
    }

    /// Reads `PROB 30`, with an extra space; the probability may be missing.
    private mutating func parseProbability(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        startGroup(.probable, token: token)
        if let next = tokens.peek(bytes), next.count == 2, next.digits == 0b1100_0000 {
            taf.groups[last].probability = next.number(at: 0, 2)
            _ = tokens.next(bytes)
            extend(to: next.end)
        }
        parsePeriod(&tokens, in: bytes)
        return true
    }

    /// Reads `FM091800` after conditions.
    private mutating func parseRegularFrom(_ token: Token) -> Bool {
        guard token.count == 8, token.digits == 0b0011_1111, !isBare,
            let moment = times.moment(
                day: token.number(at: 2, 2), hour: token.number(at: 4, 2), minute: token.number(at: 6, 2))
        else { return false }
        startGroup(.from, token: token)
        taf.groups[last].from = moment
        return true
    }

    /// Reads `FM091800`, formerly `FM1800`, and `FM 091800` or `FM09 1800` with an extra space. A time that
    /// is not understood begins a group, too.
    private mutating func parseFrom(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        var ahead = tokens
        guard let first = token.count > 2 ? token.dropping(2, in: bytes) : ahead.next(bytes), first[0].isDigit
        else { return false }
        let found = from(first, followedBy: &ahead, in: bytes)
        // `TEMPO FM2818`: the period of the change is open.
        let isPeriod = isBare && taf.groups[last].change != .from
        if isPeriod {
            hold((found, found == nil ? nil : times.until))
            if token.count > 2 || found != nil { tokens = ahead }
        } else {
            startGroup(.from, token: token)
            taf.groups[last].from = found
            tokens = ahead
        }
        extend(to: max(token.end, tokens.offset))
        return true
    }

    /// Returns the moment of the figures after FM, which a space may divide; `nil` if it is not understood.
    private func from(_ figures: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) -> UTC? {
        let isZulu = bytes[figures.end - 1] == UInt8(ascii: "Z")
        let whole = Token(start: figures.start, end: figures.end - (isZulu ? 1 : 0), in: bytes)
        if let moment = times.moment(whole, isOldStyle: taf.isOldStyle) { return moment }
        guard let next = tokens.peek(bytes), whole.count == 2 || whole.count == 4,
            let joined = ShortText(whole.text(bytes) + next.text(bytes)), joined.count == 6
        else { return nil }
        let text = joined.bytes
        let both = Token(start: 0, end: 6, in: text.span)
        guard let moment = times.moment(both, isOldStyle: taf.isOldStyle), times.isWithin(moment) else {
            return nil
        }
        _ = tokens.next(bytes)
        return moment
    }

    /// Whether the current group is a change of which nothing but its word is known.
    private var isBare: Bool {
        guard !taf.groups.isEmpty, taf.groups[last].conditions.isEmpty, taf.groups[last].from == nil,
            taf.groups[last].until == nil, taf.groups[last].change != .initial
        else { return false }
        return taf.groups[last].isEmpty
    }

    /// Reads the period of a change, if it is understood: `ddhh/ddhh`, `hhhh` of the old style, `AT2818`.
    private mutating func parsePeriod(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        var ahead = tokens
        guard let token = ahead.next(bytes) else { return }
        if let text = PeriodText.read(token, in: bytes) {
            tokens = ahead
            hold(times.period(text))
        } else if let period = dividedPeriod(token, followedBy: &tokens, in: bytes) {
            hold(period)
        } else if token.isFourDigits {
            parseFigures(token, &tokens, in: bytes)
        } else if token.begins("AT") || token.begins("TL") {
            parseMoment(token, &tokens, in: bytes)
        } else {
            return
        }
        extend(to: max(taf.groups[last].place.range.upperBound, min(tokens.offset, tokens.end)))
    }

    /// Reads a period that blanks divide, if it can be meant.
    private func dividedPeriod(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> (from: UTC?, until: UTC?)? {
        var ahead = tokens
        guard let text = PeriodText.readDivided(token, followedBy: &ahead, in: bytes) else { return nil }
        let period = times.period(text)
        guard isWithin(period) else { return nil }
        tokens = ahead
        return period
    }

    /// Reads `2816 2820`, with a blank in place of the slash, `1216` before a visibility of four digits, or
    /// the `1216` of the old style. Times are never visibilities: what may be either is not understood.
    private mutating func parseFigures(_ token: Token, _ tokens: inout Tokens, in bytes: Span<UInt8>) {
        var ahead = tokens
        _ = ahead.next(bytes)
        let hours = PeriodText(hours: token).map(times.period)
        if taf.isOldStyle, let hours {
            hold(hours)
            tokens = ahead
            return
        }
        guard let second = ahead.next(bytes), second.isFourDigits else {
            return parseSingleFigures(token, &tokens, in: bytes)
        }
        let pair = PeriodText(token, second).map(times.period).flatMap { isWithin($0) ? $0 : nil }
        let hasVisibility = ahead.peek(bytes)?.isFourDigits ?? false
        let mayBeVisibility = Visibility.readMeters(second, in: bytes)?.isStep ?? false
        let isPair = pair != nil && (hasVisibility || hours == nil && !mayBeVisibility)
        if let pair, isPair {
            hold(pair)
            tokens = ahead
            return
        }
        _ = tokens.next(bytes)
        if let hours, pair == nil { return hold(hours) }
        recordUnparsed(token, followedBy: tokens, in: bytes)
    }

    /// Reads four digits after a change that no four digits follow: a visibility, if it can be one.
    private mutating func parseSingleFigures(
        _ token: Token, _ tokens: inout Tokens, in bytes: Span<UInt8>
    ) {
        guard let visibility = Visibility.readMeters(token, in: bytes), !visibility.isStep else { return }
        _ = tokens.next(bytes)
        recordUnparsed(token, followedBy: tokens, in: bytes)
    }

    /// Reads `AT2818`, the time of a change, or `TL2820`, its end.
    private mutating func parseMoment(_ token: Token, _ tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard token.count > 2,
            let moment = times.moment(token.dropping(2, in: bytes), isOldStyle: taf.isOldStyle)
        else { return }
        hold(token.begins("AT") ? (moment, moment) : (times.from, moment))
        _ = tokens.next(bytes)
    }

    /// Whether a period of two words can be meant: it touches the validity, and is no longer than the longest
    /// forecast.
    private func isWithin(_ period: (from: UTC?, until: UTC?)) -> Bool {
        guard let from = period.from, let until = period.until, from < until,
            until - from <= .seconds(36 * 3600)
        else { return false }
        return times.isWithin(from) || times.isWithin(until)
    }
}
