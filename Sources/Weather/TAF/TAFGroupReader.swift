import Records

extension TAF {
    /// Reads the part after the period.
    mutating func readGroups(_ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock) {
        var reader = TAFGroupReader(self, clock: clock)
        while let token = tokens.next(bytes) { reader.take(token, followedBy: &tokens, in: bytes) }
        reader.finish(&self)
    }
}

/// A parser that groups the words of a forecast.
struct TAFGroupReader: ~Copyable {
    private var taf: TAF
    private let clock: ReportClock
    private let base: UTC
    /// The moment half a day after the start; every day in the forecast is near it.
    private let middle: UTC
    /// Whether a free remark has begun, which lasts until the next change.
    private var isFree = false
    private var isRemark = false
    /// Whether the time of another report has come, whose groups are not those of this one.
    private var isOver = false

    init(_ taf: TAF, clock: ReportClock) {
        self.taf = taf
        self.clock = clock
        base = taf.from ?? taf.issued ?? clock.reference
        middle = base + .seconds(12 * 3600)
        self.taf.groups.reserveCapacity(8)
    }

    mutating func finish(_ taf: inout TAF) {
        taf = self.taf
    }

    mutating func take(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        if isOver {
            taf.groups[last].unparsedWords.append(TextRange(from: token.start, to: token.end))
            return extend(to: token.end)
        }
        if !isRemark || endsRemark(token, followedBy: tokens, in: bytes),
            takeChange(token, followedBy: &tokens, in: bytes)
        {
            return
        }
        if token.is("RMK") {
            isRemark = true
            taf.remarksPlace = TextRange(from: tokens.offset, to: tokens.offset)
            return
        }
        if isRemark {
            let start = taf.remarksPlace.range.lowerBound
            taf.remarksPlace = TextRange(from: start, to: token.end)
            return
        }
        if takeWhole(token) { return }
        if taf.groups.isEmpty { begin(.initial, token: token) }
        if takeExtreme(token, in: bytes) { return }
        isFree = isFree || TAFGroupReader.beginsFreeText(token)
        if isFree || !takeGroup(token, followedBy: &tokens, in: bytes) {
            taf.groups[last].unparsedWords.append(TextRange(from: token.start, to: token.end))
            isOver = token.isTime && !isFree && !taf.groups[last].conditions.isEmpty
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

    private mutating func takeWhole(_ token: Token) -> Bool {
        if token.is("NIL") {
            taf.isNil = true
        } else if token.is("CNL") {
            taf.isCancelled = true
        } else {
            return false
        }
        return true
    }

    private mutating func takeGroup(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
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
        if token[0] == UInt8(ascii: "Q"), let pressure = Pressure.readInches(token, in: bytes) {
            taf.groups[last].pressure = pressure
            return true
        }
        // A group has only one visibility.
        if token.count == 4, token.digits == 0b1111_0000, taf.groups[last].conditions.visibility != nil {
            return false
        }
        return taf.groups[last].conditions.take(token, followedBy: &tokens, in: bytes)
            || taf.groups[last].conditions.takeWind(
                token, followedBy: &tokens, at: taf.station, in: bytes)
    }

    /// Reads `TX25/1306Z`, `TNM03/1221Z` or `T24/1321Z`; old forecasts give only the hour.
    private mutating func takeExtreme(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard token[0] == UInt8(ascii: "T"), token.count >= 6, token.count <= 11 else { return false }
        var scan = ByteCursor(token.start + 1..<token.end)
        let kind: TAFExtreme.Kind =
            scan.take("X", in: bytes) ? .maximum : scan.take("N", in: bytes) ? .minimum : .unknown
        let isBelow = scan.take("M", in: bytes) || scan.take("-", in: bytes)
        let degrees = scan.number(bytes, upTo: 2)
        guard degrees.count > 0, scan.take("/", in: bytes) else { return false }
        let time = scan.number(bytes, upTo: 4)
        guard time.count == 2 || time.count == 4, scan.take("Z", in: bytes) || scan.isAtEnd, scan.isAtEnd
        else {
            return false
        }
        let moment =
            time.count == 2
            ? TAF.next(hour: time.value, minute: 0, after: base - .seconds(1))
            : clock.moment(
                day: time.value / 100, hour: time.value % 100, minute: 0, nearest: middle)
        taf.extremes.append(
            TAFExtreme(kind: kind, temperature: isBelow ? -degrees.value : degrees.value, time: moment))
        return true
    }

    private mutating func begin(_ change: TAFGroup.Change, token: Token) {
        taf.groups.append(TAFGroup(change, at: token))
        if change == .initial { hold((taf.from, taf.until)) }
        isFree = false
        isRemark = false
    }

    private mutating func hold(_ period: (from: UTC?, until: UTC?)) {
        taf.groups[last].from = period.from
        taf.groups[last].until = period.until
    }

    /// The index of the current group; there is always one.
    private var last: Int { taf.groups.count - 1 }

    private mutating func extend(to end: Int) {
        let start = taf.groups[last].place.range.lowerBound
        taf.groups[last].place = TextRange(from: start, to: end)
    }
}

extension TAFGroupReader {
    /// Begins a group if the word is that of a change.
    private mutating func takeChange(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if token.begins("FM"), token.count == 8 || token.count == 6 || token.count == 9 {
            return takeFrom(token)
        }
        if token.is("FM") || token.is("PROB") { return takeApart(token, followedBy: &tokens, in: bytes) }
        if token.begins("PROB"), token.count == 6, token.digits == 0b0000_1100 {
            begin(.probable, token: token)
            taf.groups[last].probability = token.number(at: 4, 2)
            takePeriod(&tokens, in: bytes)
            return true
        }
        let change: TAFGroup.Change
        if token.is("BECMG") {
            change = .becoming
        } else if token.is("TEMPO") {
            change = .temporary
        } else if token.is("INTER") {
            change = .intermittent
        } else {
            return false
        }
        // The period may follow either word of `PROB30 TEMPO`.
        if change.isOverlay, isBareProbability {
            taf.groups[last].change = change
            extend(to: token.end)
        } else {
            begin(change, token: token)
        }
        takePeriod(&tokens, in: bytes)
        return true
    }

    /// Reads `FM 091800` or `PROB 30`, with an extra space.
    private mutating func takeApart(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        guard let next = tokens.peek(bytes), let joined = ShortText(token.text(bytes) + next.text(bytes)),
            joined.count == (token.is("FM") ? 8 : 6)
        else { return false }
        let whole = Token(start: token.start, count: joined.count, head: joined.head)
        var rest = tokens
        _ = rest.next(bytes)
        guard takeChange(whole, followedBy: &rest, in: bytes) else { return false }
        tokens = rest
        extend(to: max(rest.offset, next.end))
        return true
    }

    /// Whether the current group is a PROB without any conditions.
    private var isBareProbability: Bool {
        !taf.groups.isEmpty && taf.groups[last].change == .probable && taf.groups[last].conditions.isEmpty
            && taf.groups[last].unparsedWords.isEmpty
    }

    /// Reads `FM091800`, or formerly `FM1800`.
    private mutating func takeFrom(_ token: Token) -> Bool {
        if token.digits & 0b0011_1111 == 0b0011_1111 {
            begin(.from, token: token)
            taf.groups[last].from = clock.moment(
                day: token.number(at: 2, 2), hour: token.number(at: 4, 2), minute: token.number(at: 6, 2),
                nearest: middle)
        } else if token.count == 6, token.digits == 0b0011_1100 {
            begin(.from, token: token)
            taf.groups[last].from = TAF.next(
                hour: token.number(at: 2, 2), minute: token.number(at: 4, 2), after: base - .seconds(1))
        } else {
            return false
        }
        return true
    }

    /// Reads `ddhh/ddhh`, or `hhhh` in a forecast of the old style.
    private mutating func takePeriod(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard let token = tokens.peek(bytes) else { return }
        if token.isPeriod {
            hold(TAF.period(token, in: bytes, near: middle, clock: clock))
        } else if taf.isOldStyle, token.count == 4, token.digits == 0b1111_0000 {
            let from = TAF.next(hour: token.number(at: 0, 2), minute: 0, after: base - .seconds(1))
            hold((from, from.flatMap { TAF.next(hour: token.number(at: 2, 2), minute: 0, after: $0) }))
        } else {
            return
        }
        _ = tokens.next(bytes)
        extend(to: token.end)
    }
}
