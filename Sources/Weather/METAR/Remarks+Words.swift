import Records

extension Remarks {
    /// Reads a remark that is a word or begins with one.
    @inline(__always)
    mutating func takeWord(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?
    ) {
        switch token[0] {
        case UInt8(ascii: "P"): takeP(token, followedBy: &tokens, in: bytes, base: base)
        case UInt8(ascii: "W") where token.is("WSHFT"): takeShift(&tokens, in: bytes, base: base)
        case UInt8(ascii: "C"): takeC(token, followedBy: &tokens, in: bytes)
        case UInt8(ascii: "V"): takeV(token, followedBy: &tokens, in: bytes)
        case UInt8(ascii: "T") where token.is("TWR"):
            towerVisibility = towerVisibility ?? place(&tokens, in: bytes)
        case UInt8(ascii: "S") where token.is("SNINCR"): takeIncrease(&tokens, in: bytes)
        case UInt8(ascii: "S") where token.is("SFC"):
            surfaceVisibility = surfaceVisibility ?? place(&tokens, in: bytes)
        case UInt8(ascii: "L") where token.begins("LTG"): lightning = lightning ?? ShortText(token, in: bytes)
        default: break
        }
        if token.count >= 3, token[0].isUppercase { takeEnding(token, in: bytes) }
    }

    private mutating func takeP(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?
    ) {
        if token.is("PRESRR") || token.is("PRESFR") {
            pressureChange = ShortText(token, in: bytes)
        } else if token.is("PK") {
            takePeak(&tokens, in: bytes, base: base)
        }
    }

    /// Reads `PK WND 28045/1955`; the hour is omitted if it is that of the report.
    private mutating func takePeak(_ tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?) {
        var ahead = tokens
        guard let word = ahead.next(bytes), word.is("WND"), let group = ahead.next(bytes) else { return }
        var scan = ByteCursor(group)
        guard let direction = scan.number(bytes, exactly: 3), direction <= 360 else { return }
        let speed = scan.number(bytes, upTo: 3)
        guard speed.count >= 2, scan.take("/", in: bytes) else { return }
        let clock = scan.number(bytes, upTo: 4)
        guard clock.count == 2 || clock.count == 4 else { return }
        tokens = ahead
        peakWind = Remarks.PeakWind(
            direction: Int16(direction), speed: Int16(speed.value),
            time: moment(clock.value, digits: clock.count, before: base))
    }

    /// Reads `SNINCR 2/10`: inches in the last hour, and inches on the ground, which are the snow depth.
    private mutating func takeIncrease(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard let group = tokens.peek(bytes) else { return }
        var scan = ByteCursor(group)
        let hour = scan.number(bytes, upTo: 2)
        guard hour.count > 0, scan.take("/", in: bytes) else { return }
        let depth = scan.number(bytes, upTo: 3)
        guard depth.count > 0, scan.isAtEnd else { return }
        snowIncrease = Double(hour.value) * 2.54
        snowDepth = snowDepth ?? Double(depth.value) * 2.54
    }

    private mutating func takeShift(_ tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?) {
        var ahead = tokens
        guard let group = ahead.next(bytes), group.digits == (group.count == 2 ? 0b1100_0000 : 0b1111_0000),
            group.count == 2 || group.count == 4
        else { return }
        windShift = moment(group.number(at: 0, group.count), digits: group.count, before: base)
        isFrontal = ahead.peek(bytes)?.is("FROPA") ?? false
        tokens = ahead
    }

    /// Reads `CIG 008V013` or `CHINO`.
    private mutating func takeC(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard token.is("CIG"), let group = tokens.peek(bytes), group.count == 7, group.digits == 0b1110_1110,
            group[3] == UInt8(ascii: "V")
        else { return }
        ceiling = Remarks.Bounds(
            low: Double(group.number(at: 0, 3) * 100), high: Double(group.number(at: 4, 3) * 100))
    }

    /// Reads `VIS 1/2V2`, `VIS 3/4V1 1/2` or `VIRGA`.
    private mutating func takeV(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        if token.is("VIRGA") { hasVirga = true }
        guard token.is("VIS"), visibility == nil else { return }
        var whole = 0
        var ahead = tokens
        guard var group = ahead.next(bytes) else { return }
        if group.count == 1, group.digits == 0b1000_0000, let next = ahead.peek(bytes), next[1] == .slash {
            whole = group.number(at: 0, 1)
            group = next
            _ = ahead.next(bytes)
        }
        var scan = ByteCursor(group)
        guard let low = miles(&scan, in: bytes), scan.take("V", in: bytes), let high = miles(&scan, in: bytes)
        else {
            return
        }
        var top = high
        if scan.isAtEnd, let next = ahead.peek(bytes), next.count == 3, next[1] == .slash {
            var rest = ByteCursor(next)
            top += miles(&rest, in: bytes) ?? 0
        }
        guard scan.isAtEnd else { return }
        let mile = Visibility.Unit.statuteMiles.meters
        visibility = Remarks.Bounds(low: (low + Double(whole)) * mile, high: top * mile)
    }

    /// Reads `VIS 2 1/2` after TWR or SFC and returns it in metres.
    private func place(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> Double? {
        var ahead = tokens
        guard let word = ahead.next(bytes), word.is("VIS"), let group = ahead.next(bytes) else { return nil }
        var scan = ByteCursor(group)
        guard var value = miles(&scan, in: bytes), scan.isAtEnd else { return nil }
        if group.count <= 2, let next = ahead.peek(bytes), next.count == 3, next[1] == .slash {
            var rest = ByteCursor(next)
            value += miles(&rest, in: bytes) ?? 0
        }
        tokens = ahead
        return value * Visibility.Unit.statuteMiles.meters
    }

    /// Reads a whole number or a fraction.
    private func miles(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Double? {
        let above = scan.number(bytes, upTo: 2)
        guard above.count > 0 else { return nil }
        guard scan.take("/", in: bytes) else { return Double(above.value) }
        let below = scan.number(bytes, upTo: 2)
        return below.value > 0 ? Double(above.value) / Double(below.value) : nil
    }

    /// Reads `RAB12E30` and words that end in `NO`.
    private mutating func takeEnding(_ token: Token, in bytes: Span<UInt8>) {
        if bytes[token.end - 1] == UInt8(ascii: "O"), bytes[token.end - 2] == UInt8(ascii: "N") {
            takeOutage(token)
        } else if token.digits != 0, token[0] != UInt8(ascii: "T") || token[1] == UInt8(ascii: "S"),
            isTimes(token, in: bytes)
        {
            weatherTimes.append(token.text(bytes))
        }
    }

    /// Whether a word is weather with times of its start and end: `RAB12E30SNB30`, `TSB1904`.
    private func isTimes(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        var scan = ByteCursor(token)
        while !scan.isAtEnd {
            let start = scan.at
            while scan.left > 0, bytes[scan.at].isUppercase { scan.at += 1 }
            // The last letter must be B or E, and the letters before it weather or nothing.
            let letters = scan.at - start
            guard letters > 0,
                bytes[scan.at - 1] == UInt8(ascii: "B") || bytes[scan.at - 1] == UInt8(ascii: "E")
            else { return false }
            let code = Token(start: start, end: scan.at - 1, in: bytes)
            guard letters == 1 || WeatherGroup.matches(code, in: bytes) else { return false }
            if letters == 1, start == token.start { return false }
            let count = scan.number(bytes, upTo: 4).count
            guard count == 2 || count == 4 else { return false }
        }
        return true
    }

    /// Returns the last moment up to the observation with these minutes, or hours and minutes.
    private func moment(_ clock: Int, digits: Int, before base: UTC?) -> UTC? {
        guard let base, clock % 100 < 60, clock / 100 < 24 else { return nil }
        let minute: Int64 = 60_000_000
        let period = digits == 2 ? 60 * minute : 1440 * minute
        let wanted = Int64(clock / 100 * 60 + clock % 100) * minute
        let start = base.microseconds - (base.microseconds % period + period) % period
        let moment = start + wanted
        return UTC(microseconds: moment > base.microseconds ? moment - period : moment)
    }
}
