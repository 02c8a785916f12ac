import Records

/// The periods that stand apart from the words of their changes, and the place of each change in the
/// validity.
extension TAFGroupReader {
    /// Reads a period that does not follow the word of a change: the validity, the period of a change whose
    /// words between were not understood, or that of a further change.
    mutating func parsePeriodBetween(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool
    {
        guard let text = PeriodText.read(token, in: bytes) else { return false }
        if taf.from == nil, taf.groups.count < 2, taf.groups.first?.conditions.wind == nil {
            taf.setValidity(text, at: token, clock: times.clock)
            times = TAFTimes(from: taf.from, until: taf.until, issued: taf.issued, clock: times.clock)
            if !taf.groups.isEmpty { hold((taf.from, taf.until)) }
            return true
        }
        if taf.groups.isEmpty || isVisibility(token, text, in: bytes) { return false }
        if !isWithoutPeriod { startFurtherGroup(token) }
        let period = times.period(text)
        hold(taf.groups[last].change == .unknown ? (period.from, times.until) : period)
        extend(to: token.end)
        return true
    }

    /// Whether the current group is a change without a period and without conditions.
    private var isWithoutPeriod: Bool {
        let group = taf.groups[last]
        let hasPeriod = group.change == .initial || group.change == .from || group.from != nil
        return !hasPeriod && group.conditions.isEmpty
    }

    /// Whether a word such as `9999/8000` is a range of visibilities: no period within the validity.
    private func isVisibility(_ token: Token, _ text: PeriodText, in bytes: Span<UInt8>) -> Bool {
        guard taf.groups[last].conditions.visibility == nil, Visibility.readRange(token, in: bytes) != nil,
            let from = times.period(text).from
        else { return false }
        return !times.isWithin(from)
    }

    /// Starts a group that has only a period: a further one of the same change (`PROB40 2812/2818 …
    /// 2818/2906 …`), or a change whose word was not understood.
    private mutating func startFurtherGroup(_ token: Token) {
        let group = taf.groups[last]
        let isKnown =
            group.change != .initial && group.change != .from
            && group.unparsedWords.last?.range.upperBound != group.place.range.upperBound
        startGroup(isKnown ? group.change : .unknown, token: token)
        taf.groups[last].probability = isKnown ? group.probability : nil
    }

    /// Gives a PROB without a period that of the TEMPO directly before it.
    mutating func sharePeriods() {
        for index in taf.groups.indices.dropFirst() where taf.groups[index].probability != nil {
            guard taf.groups[index].from == nil, taf.groups[index].until == nil,
                taf.groups[index].unparsedWords.isEmpty, !taf.groups[index].conditions.isEmpty,
                taf.groups[index - 1].change.isOverlay
            else { continue }
            taf.groups[index].from = taf.groups[index - 1].from
            taf.groups[index].until = taf.groups[index - 1].until
        }
    }

    /// Determines whether the time of each change was understood; of a change without any content, the
    /// content is not known.
    mutating func placeChanges() {
        for index in taf.groups.indices where taf.groups[index].change != .initial {
            taf.groups[index].isPlaced = times.isPlaced(
                taf.groups[index].change, from: taf.groups[index].from, until: taf.groups[index].until)
            if taf.groups[index].conditions.isEmpty, taf.groups[index].isEmpty {
                taf.groups[index].conditions.hasUnreadWord = true
            }
        }
    }
}
