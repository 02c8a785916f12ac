import Records

extension TAF {
    /// Reads what follows the period.
    mutating func readGroups(_ tokens: inout Tokens, _ bytes: Span<UInt8>, _ clock: ReportClock) {
        var reader = TAFGroupReader(self, clock)
        while let token = tokens.next(bytes) { reader.take(token, &tokens, bytes) }
        reader.finish(&self)
    }
}

/// Parts the words of a forecast into groups.
struct TAFGroupReader: ~Copyable {
    private var taf: TAF
    private let clock: ReportClock
    private let base: UTC
    /// Half a day behind the begin: every day that is named lies near it.
    private let middle: UTC
    /// From a free remark on nothing is read until the next change.
    private var isFree = false
    private var isRemark = false

    init(_ taf: TAF, _ clock: ReportClock) {
        (self.taf, self.clock) = (taf, clock)
        base = taf.from ?? taf.issued ?? clock.reference
        middle = base + .seconds(12 * 3600)
        self.taf.groups.reserveCapacity(8)
    }

    mutating func finish(_ taf: inout TAF) {
        taf = self.taf
    }

    mutating func take(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) {
        if !isRemark || endsRemark(token, tokens, bytes), takeChange(token, &tokens, bytes) { return }
        if token.is("RMK") {
            (isRemark, taf.remarksPlace) = (true, TextPlace(tokens.offset, tokens.offset))
            return
        }
        if isRemark {
            let start = taf.remarksPlace.range.lowerBound
            taf.remarksPlace = TextPlace(start, token.end)
            return
        }
        if takeWhole(token) { return }
        if taf.groups.isEmpty { begin(.initial, token) }
        if takeExtreme(token, bytes) { return }
        isFree = isFree || TAFGroupReader.beginsFreeText(token)
        if isFree || !takeGroup(token, &tokens, bytes) {
            taf.groups[last].strangers.append(TextPlace(token.start, token.end))
        }
        extend(to: max(token.end, tokens.offset))
    }

    /// `LAST NO AMDS AFT 1623`, `AMD NOT SKED`, `AUTOMATED SENSOR METWATCH`.
    static func beginsFreeText(_ token: Token) -> Bool {
        token.is("LAST") || token.begins("AUTOMATE") || token.is("AMD")
    }

    /// Australian remarks name the hours of turbulence as if it changed the weather: `RMK FM0034 MOD TURB`.
    private func endsRemark(_ token: Token, _ tokens: Tokens, _ bytes: Span<UInt8>) -> Bool {
        guard token.begins("FM") else { return true }
        guard let next = tokens.peek(bytes) else { return false }
        return next.digits & 0x80 != 0 || next[0] == 0x2F || next.begins("VRB")
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

    private mutating func takeGroup(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if token[0] == 0x57, token.begins("WS"), let shear = TAFGroup.WindShear.read(token, bytes) {
            taf.groups[last].windShear = shear
            return true
        }
        if token.count == 6, token.digits & 0b1011_1100 == 0b1011_1100,
            let hazard = TAFGroup.Hazard.read(token)
        {
            taf.groups[last].hazards.append(hazard)
            return true
        }
        if token[0] == 0x51, let pressure = Pressure.readInches(token, bytes) {
            taf.groups[last].pressure = pressure
            return true
        }
        // A second visibility is none here.
        if token.count == 4, token.digits == 0xF0, taf.groups[last].conditions.visibility != nil {
            return false
        }
        return taf.groups[last].conditions.take(token, &tokens, bytes)
    }

    /// `TX25/1306Z`, `TNM03/1221Z`, `T24/1321Z`, with an hour alone in old forecasts.
    private mutating func takeExtreme(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        guard token[0] == 0x54, token.count >= 6, token.count <= 11 else { return false }
        var scan = Scan(token.start + 1..<token.end)
        let kind: TAFExtreme.Kind =
            scan.take("X", bytes) ? .maximum : scan.take("N", bytes) ? .minimum : .unknown
        let isBelow = scan.take("M", bytes) || scan.take("-", bytes)
        let degrees = scan.number(bytes, upTo: 2)
        guard degrees.count > 0, scan.take("/", bytes) else { return false }
        let time = scan.number(bytes, upTo: 4)
        guard time.count == 2 || time.count == 4, scan.take("Z", bytes) || scan.isAtEnd, scan.isAtEnd else {
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

    private mutating func begin(_ change: TAFGroup.Change, _ token: Token) {
        taf.groups.append(TAFGroup(change, at: token))
        if change == .initial { hold((taf.from, taf.until)) }
        (isFree, isRemark) = (false, false)
    }

    private mutating func hold(_ period: (from: UTC?, until: UTC?)) {
        taf.groups[last].from = period.from
        taf.groups[last].until = period.until
    }

    /// The place of the group that is being read; there is one.
    private var last: Int { taf.groups.count - 1 }

    private mutating func extend(to end: Int) {
        let start = taf.groups[last].place.range.lowerBound
        taf.groups[last].place = TextPlace(start, end)
    }
}

extension TAFGroupReader {
    /// Begins a group if the word is that of a change.
    private mutating func takeChange(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if token.begins("FM"), token.count == 8 || token.count == 6 || token.count == 9 {
            return takeFrom(token)
        }
        if token.is("FM") || token.is("PROB") { return takeApart(token, &tokens, bytes) }
        if token.begins("PROB"), token.count == 6, token.digits == 0b0000_1100 {
            begin(.probable, token)
            taf.groups[last].probability = token.number(at: 4, 2)
            takePeriod(&tokens, bytes)
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
        // `PROB30 TEMPO`, with the period behind either.
        if change.isOverlay, isBareProbability {
            taf.groups[last].change = change
            extend(to: token.end)
        } else {
            begin(change, token)
        }
        takePeriod(&tokens, bytes)
        return true
    }

    /// `FM 091800`, `PROB 30`: a blank too many.
    private mutating func takeApart(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        guard let next = tokens.peek(bytes), let joined = Code(token.text(bytes) + next.text(bytes)),
            joined.count == (token.is("FM") ? 8 : 6)
        else { return false }
        let whole = Token(start: token.start, count: joined.count, head: joined.head)
        var rest = tokens
        _ = rest.next(bytes)
        guard takeChange(whole, &rest, bytes) else { return false }
        tokens = rest
        extend(to: max(rest.offset, next.end))
        return true
    }

    /// Whether the group that is being read is a PROB that names nothing yet.
    private var isBareProbability: Bool {
        !taf.groups.isEmpty && taf.groups[last].change == .probable && taf.groups[last].conditions.isEmpty
            && taf.groups[last].strangers.isEmpty
    }

    /// `FM091800`, `FM1800` of old.
    private mutating func takeFrom(_ token: Token) -> Bool {
        if token.digits & 0b0011_1111 == 0b0011_1111 {
            begin(.from, token)
            taf.groups[last].from = clock.moment(
                day: token.number(at: 2, 2), hour: token.number(at: 4, 2), minute: token.number(at: 6, 2),
                nearest: middle)
        } else if token.count == 6, token.digits == 0b0011_1100 {
            begin(.from, token)
            taf.groups[last].from = TAF.next(
                hour: token.number(at: 2, 2), minute: token.number(at: 4, 2), after: base - .seconds(1))
        } else {
            return false
        }
        return true
    }

    /// `ddhh/ddhh`, or `hhhh` where the forecast is of the old style.
    private mutating func takePeriod(_ tokens: inout Tokens, _ bytes: Span<UInt8>) {
        guard let token = tokens.peek(bytes) else { return }
        if TAF.isPeriod(token) {
            hold(TAF.period(token, bytes, near: middle, clock))
        } else if taf.isOldStyle, token.count == 4, token.digits == 0xF0 {
            let from = TAF.next(hour: token.number(at: 0, 2), minute: 0, after: base - .seconds(1))
            hold((from, from.flatMap { TAF.next(hour: token.number(at: 2, 2), minute: 0, after: $0) }))
        } else {
            return
        }
        _ = tokens.next(bytes)
        extend(to: token.end)
    }
}
