import Records

extension TAF {
    /// Reads the part after the period.
    mutating func readGroups(_ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock) {
        var reader = TAFGroupReader(self, clock: clock)
        while let token = tokens.next(bytes) { reader.parse(token, followedBy: &tokens, in: bytes) }
        reader.finish(&self)
    }
}

/// A parser that groups the words of a forecast.
struct TAFGroupReader: ~Copyable {
    var taf: TAF
    var times: TAFTimes
    /// Whether a free remark has begun, which lasts until the next change.
    private var isFree = false
    private var isRemark = false
    /// Whether the time of another report has come, whose groups are not those of this one.
    private var isOver = false

    init(_ taf: TAF, clock: ReportClock) {
        self.taf = taf
        times = TAFTimes(from: taf.from, until: taf.until, issued: taf.issued, clock: clock)
        self.taf.groups.reserveCapacity(8)
    }

    mutating func finish(_ taf: inout TAF) {
        sharePeriods()
        placeChanges()
        taf = self.taf
    }

    mutating func parse(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        if isOver { return recordUnparsed(token, followedBy: tokens, in: bytes) }
        if !isRemark || endsRemark(token, followedBy: tokens, in: bytes),
            parseChange(token, followedBy: &tokens, in: bytes)
        {
            return
        }
        if parseRemark(token, followedBy: tokens) || parseWhole(token) { return }
        isFree = isFree || TAFGroupReader.beginsFreeText(token)
        if token.isPeriod, !isFree, parsePeriodBetween(token, followedBy: tokens, in: bytes) { return }
        if token.is("WND"), !taf.groups.isEmpty {
            return parseWindRemark(token, followedBy: &tokens, in: bytes)
        }
        if taf.groups.isEmpty { startGroup(.initial, token: token) }
        if parseExtreme(token, in: bytes) { return }
        if isFree || !parseGroup(token, followedBy: &tokens, in: bytes) {
            if !isFree, parseMistypedChange(token, followedBy: &tokens, in: bytes) { return }
            recordUnparsed(token, followedBy: tokens, in: bytes)
        }
        extend(to: max(token.end, tokens.offset))
    }

    /// Whether a word begins free text: `LAST NO AMDS AFT 1623`, `AMD NOT SKED`, `AUTOMATED SENSOR METWATCH`.
    static func beginsFreeText(_ token: Token) -> Bool {
        token.is("LAST") || token.begins("AUTOMATE") || token.is("AMD")
    }

    /// Whether a change ends a remark. Australian remarks give the hours of turbulence like changes: `RMK
    /// FM0034 MOD TURB`.
    private func endsRemark(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        guard token.begins("FM") else { return true }
        guard let next = tokens.peek(bytes) else { return false }
        return next.digits & 0b1000_0000 != 0 || next[0] == .slash || next.begins("VRB")
    }

    @inline(__always)
    private mutating func parseRemark(_ token: Token, followedBy tokens: Tokens) -> Bool {
        if token.is("RMK") {
            isRemark = true
            taf.remarksPlace = TextRange(from: tokens.offset, to: tokens.offset)
        } else if isRemark {
            taf.remarksPlace = TextRange(from: taf.remarksPlace.range.lowerBound, to: token.end)
        }
        return isRemark
    }

    @inline(__always)
    private mutating func parseWhole(_ token: Token) -> Bool {
        if token.is("NIL") {
            taf.isNil = true
        } else if token.is("CNL") {
            taf.isCancelled = true
        } else {
            return false
        }
        return true
    }

    private mutating func parseGroup(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if parseRare(token, in: bytes) { return true }
        // A group has only one visibility.
        if token.isFourDigits, taf.groups[last].conditions.visibility != nil { return false }
        return taf.groups[last].conditions.parse(token, followedBy: &tokens, in: bytes)
            || taf.groups[last].conditions.parseWind(token, followedBy: &tokens, at: taf.station, in: bytes)
            || parseGlued(token, followedBy: &tokens, in: bytes)
    }

    /// Reads wind shear, turbulence, icing or the minimum altimeter setting.
    @inline(__always)
    private mutating func parseRare(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        if token[0] == UInt8(ascii: "W"), token.begins("WS"),
            let shear = TAFGroup.WindShear.read(token, in: bytes)
        {
            taf.groups[last].windShear = shear
            return true
        }
        if token.count == 6, token.digits & 0b1011_1100 == 0b1011_1100,
            let hazard = TAFGroup.Hazard.read(token)
        {
            taf.groups[last].hazards.append(hazard)
            return true
        }
        guard token[0] == UInt8(ascii: "Q"), let pressure = Pressure.readInches(token, in: bytes) else {
            return false
        }
        taf.groups[last].pressure = pressure
        return true
    }

    /// Reads the first of several groups without a space between them.
    private mutating func parseGlued(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        guard let split = GluedWords.split(token, in: bytes) else { return false }
        tokens.offset = token.start + split.length + split.gap
        let first = Token(start: token.start, end: token.start + split.length, in: bytes)
        parse(first, followedBy: &tokens, in: bytes)
        return true
    }

    /// Keeps a word that was not understood; it may have been a visibility or a cloud layer.
    mutating func recordUnparsed(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) {
        isOver =
            isOver || !isFree && TAFGroupReader.beginsReport(token) && !taf.groups[last].conditions.isEmpty
        // A forecast has no temperatures like those of a report: figures may be a visibility.
        let mayBeSky =
            token.hasOnlyDigitsAndSlashes(in: bytes) || ReportText.mayBeSky(ReportText.part(of: token, bytes))
        let isUnread = !isOver && !isFree && mayBeSky
        if isUnread {
            taf.groups[last].conditions.hasUnreadWord = true
            startUnknownGroup(token, followedBy: tokens, in: bytes)
        }
        taf.groups[last].unparsedWords.append(TextRange(from: token.start, to: token.end))
        extend(to: token.end)
    }

    /// Keeps WND, or `WND 33009KT AFT 1315`: remarks on the wind of military forecasts, which say nothing of
    /// the sky. The sector of `WND 290V040` is read as elsewhere.
    private mutating func parseWindRemark(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) {
        var words = [token]
        if let wind = tokens.peek(bytes), Wind.read(wind, in: bytes) != nil {
            words.append(wind)
            _ = tokens.next(bytes)
            while words.count < 4, let word = tokens.peek(bytes), word.is("AFT") || word.isFourDigits {
                words.append(word)
                _ = tokens.next(bytes)
            }
        }
        for word in words { taf.groups[last].unparsedWords.append(TextRange(from: word.start, to: word.end)) }
        extend(to: words[words.count - 1].end)
    }

    /// Whether a word begins another report in the same text.
    private static func beginsReport(_ token: Token) -> Bool { token.isTime || token.is("TAF") }

    /// Starts a group at a word that was not understood, after conditions and before a wind: the word of a
    /// change, or its time.
    private mutating func startUnknownGroup(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>)
    {
        guard !taf.groups[last].conditions.isEmpty, let next = tokens.peek(bytes),
            Wind.read(next, in: bytes) != nil
        else { return }
        startGroup(.unknown, token: token)
        // The word may belong to either group.
        taf.groups[last].conditions.hasUnreadWord = true
    }

    private mutating func parseExtreme(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard token[0] == UInt8(ascii: "T"), let word = TAFExtreme.Word.read(token, in: bytes) else {
            return false
        }
        let moment =
            word.time.day.map { times.moment(day: $0, hour: word.time.hour) }
            ?? times.moment(hour: word.time.hour)
        taf.extremes.append(TAFExtreme(kind: word.kind, temperature: word.temperature, time: moment))
        return true
    }

    mutating func startGroup(_ change: TAFGroup.Change, token: Token) {
        taf.groups.append(TAFGroup(change, at: token))
        if change == .initial { hold((taf.from, taf.until)) }
        isFree = false
        isRemark = false
    }

    mutating func hold(_ period: (from: UTC?, until: UTC?)) {
        taf.groups[last].from = period.from
        taf.groups[last].until = period.until
    }

    /// The index of the current group; there is always one.
    var last: Int { taf.groups.count - 1 }

    mutating func extend(to end: Int) {
        let start = taf.groups[last].place.range.lowerBound
        taf.groups[last].place = TextRange(from: start, to: end)
    }
}
