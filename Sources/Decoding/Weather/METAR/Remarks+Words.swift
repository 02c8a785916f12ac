import Records

extension Remarks {
    /// Remarks that are words or begin with one.
    @inline(__always)
    mutating func takeWord(
        _ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>, _ base: UTC?
    ) {
        switch token[0] {
        case 0x50: takeP(token, &tokens, bytes, base)
        case 0x57 where token.is("WSHFT"): takeShift(&tokens, bytes, base)
        case 0x43: takeC(token, &tokens, bytes)
        case 0x56: takeV(token, &tokens, bytes)
        case 0x54 where token.is("TWR"):
            towerVisibility = towerVisibility ?? place(&tokens, bytes)
        case 0x53 where token.is("SNINCR"): takeIncrease(&tokens, bytes)
        case 0x53 where token.is("SFC"):
            surfaceVisibility = surfaceVisibility ?? place(&tokens, bytes)
        case 0x4C where token.begins("LTG"): lightning = lightning ?? Code(token, bytes)
        default: break
        }
        if token.count >= 3, token[0] &- 0x41 < 26 { takeEnding(token, bytes) }
    }

    private mutating func takeP(
        _ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>, _ base: UTC?
    ) {
        if token.is("PRESRR") || token.is("PRESFR") {
            pressureChange = Code(token, bytes)
        } else if token.is("PK") {
            takePeak(&tokens, bytes, base)
        }
    }

    /// `PK WND 28045/1955`, the hour left out when it is the report's.
    private mutating func takePeak(_ tokens: inout Tokens, _ bytes: Span<UInt8>, _ base: UTC?) {
        var ahead = tokens
        guard let word = ahead.next(bytes), word.is("WND"), let group = ahead.next(bytes) else { return }
        var scan = Scan(group)
        guard let direction = scan.number(bytes, exactly: 3), direction <= 360 else { return }
        let speed = scan.number(bytes, upTo: 3)
        guard speed.count >= 2, scan.take("/", bytes) else { return }
        let clock = scan.number(bytes, upTo: 4)
        guard clock.count == 2 || clock.count == 4 else { return }
        tokens = ahead
        peakWind = Remarks.PeakWind(
            direction: Int16(direction), speed: Int16(speed.value),
            time: moment(clock.value, digits: clock.count, before: base))
    }

    /// `SNINCR 2/10`: inches in the last hour, and inches that lie; the latter is the depth of snow.
    private mutating func takeIncrease(_ tokens: inout Tokens, _ bytes: Span<UInt8>) {
        guard let group = tokens.peek(bytes) else { return }
        var scan = Scan(group)
        let hour = scan.number(bytes, upTo: 2)
        guard hour.count > 0, scan.take("/", bytes) else { return }
        let depth = scan.number(bytes, upTo: 3)
        guard depth.count > 0, scan.isAtEnd else { return }
        snowIncrease = Double(hour.value) * 2.54
        snowDepth = snowDepth ?? Double(depth.value) * 2.54
    }

    private mutating func takeShift(_ tokens: inout Tokens, _ bytes: Span<UInt8>, _ base: UTC?) {
        var ahead = tokens
        guard let group = ahead.next(bytes), group.digits == (group.count == 2 ? 0xC0 : 0xF0),
            group.count == 2 || group.count == 4
        else { return }
        windShift = moment(group.number(at: 0, group.count), digits: group.count, before: base)
        isFrontal = ahead.peek(bytes)?.is("FROPA") ?? false
        tokens = ahead
    }

    /// `CIG 008V013`, `CHINO`.
    private mutating func takeC(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) {
        guard token.is("CIG"), let group = tokens.peek(bytes), group.count == 7, group.digits == 0b1110_1110,
            group[3] == 0x56
        else { return }
        ceiling = Remarks.Bounds(
            low: Double(group.number(at: 0, 3) * 100), high: Double(group.number(at: 4, 3) * 100))
    }

    /// `VIS 1/2V2`, `VIS 3/4V1 1/2`, `VIRGA`.
    private mutating func takeV(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) {
        if token.is("VIRGA") { hasVirga = true }
        guard token.is("VIS"), visibility == nil else { return }
        var (whole, ahead) = (0, tokens)
        guard var group = ahead.next(bytes) else { return }
        if group.count == 1, group.digits == 0x80, let next = ahead.peek(bytes), next[1] == 0x2F {
            whole = group.number(at: 0, 1)
            group = next
            _ = ahead.next(bytes)
        }
        var scan = Scan(group)
        guard let low = miles(&scan, bytes), scan.take("V", bytes), let high = miles(&scan, bytes) else {
            return
        }
        var top = high
        if scan.isAtEnd, let next = ahead.peek(bytes), next.count == 3, next[1] == 0x2F {
            var rest = Scan(next)
            top += miles(&rest, bytes) ?? 0
        }
        guard scan.isAtEnd else { return }
        let mile = Visibility.Unit.statuteMiles.meters
        visibility = Remarks.Bounds(low: (low + Double(whole)) * mile, high: top * mile)
    }

    /// `VIS 2 1/2` behind TWR or SFC, metres.
    private func place(_ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Double? {
        var ahead = tokens
        guard let word = ahead.next(bytes), word.is("VIS"), let group = ahead.next(bytes) else { return nil }
        var scan = Scan(group)
        guard var value = miles(&scan, bytes), scan.isAtEnd else { return nil }
        if group.count <= 2, let next = ahead.peek(bytes), next.count == 3, next[1] == 0x2F {
            var rest = Scan(next)
            value += miles(&rest, bytes) ?? 0
        }
        tokens = ahead
        return value * Visibility.Unit.statuteMiles.meters
    }

    /// A whole number or a fraction.
    private func miles(_ scan: inout Scan, _ bytes: Span<UInt8>) -> Double? {
        let above = scan.number(bytes, upTo: 2)
        guard above.count > 0 else { return nil }
        guard scan.take("/", bytes) else { return Double(above.value) }
        let below = scan.number(bytes, upTo: 2)
        return below.value > 0 ? Double(above.value) / Double(below.value) : nil
    }

    /// `RAB12E30` and what ends in `NO`.
    private mutating func takeEnding(_ token: Token, _ bytes: Span<UInt8>) {
        if bytes[token.end - 1] == 0x4F, bytes[token.end - 2] == 0x4E {
            takeOutage(token)
        } else if token.digits != 0, token[0] != 0x54 || token[1] == 0x53, isTimes(token, bytes) {
            weatherTimes.append(token.text(bytes))
        }
    }

    /// Whether a word is weather followed by begins and ends: `RAB12E30SNB30`, `TSB1904`.
    private func isTimes(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        var scan = Scan(token)
        while !scan.isAtEnd {
            let start = scan.at
            while scan.left > 0, bytes[scan.at] &- 0x41 < 26 { scan.at += 1 }
            // The last letter is B or E, what stands before is weather or nothing.
            let letters = scan.at - start
            guard letters > 0, bytes[scan.at - 1] == 0x42 || bytes[scan.at - 1] == 0x45 else { return false }
            let code = Token(start: start, end: scan.at - 1, in: bytes)
            guard letters == 1 || WeatherGroup.matches(code, bytes) else { return false }
            if letters == 1, start == token.start { return false }
            let count = scan.number(bytes, upTo: 4).count
            guard count == 2 || count == 4 else { return false }
        }
        return true
    }

    /// The last moment not after the observation with these minutes, or hours and minutes.
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
