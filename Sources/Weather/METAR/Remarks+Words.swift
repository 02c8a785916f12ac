import Records

extension Remarks {
    /// Reads a remark that is a word or begins with one.
    @inline(__always)
    mutating func parseWord(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?
    ) {
        if parsePhrase(token, followedBy: &tokens, in: bytes) { return }
        switch token[0] {
        case UInt8(ascii: "P"): parseP(token, followedBy: &tokens, in: bytes, base: base)
        case UInt8(ascii: "W") where token.is("WSHFT"): parseShift(&tokens, in: bytes, base: base)
        case UInt8(ascii: "C") where token.is("CIG"): parseCeiling(&tokens, in: bytes)
        case UInt8(ascii: "V") where token.is("VIS"): parseVisibility(&tokens, in: bytes)
        case UInt8(ascii: "V") where token.is("VIRGA"): hasVirga = true
        case UInt8(ascii: "T") where token.is("TWR"): parseTower(&tokens, in: bytes)
        case UInt8(ascii: "S") where token.is("SNINCR"): parseIncrease(&tokens, in: bytes)
        case UInt8(ascii: "S") where token.is("SFC"): parseSurface(&tokens, in: bytes)
        case UInt8(ascii: "G") where token.is("GR"): parseHail(&tokens, in: bytes)
        case UInt8(ascii: "D") where token.is("DENSITY"): parseDensityAltitude(&tokens, in: bytes)
        case UInt8(ascii: "Q") where token.begins("QFE"): parseStationPressure(token, in: bytes)
        default: break
        }
        if token.count >= 2, token[0].isUppercase { parseEnding(token, followedBy: &tokens, in: bytes) }
    }

    private mutating func parseP(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?
    ) {
        if token.is("PRESRR") || token.is("PRESFR") {
            pressureChange = ShortText(token, in: bytes)
        } else if token.is("PK") {
            parsePeak(&tokens, in: bytes, base: base)
        }
    }

    /// Reads `PK WND 28045/1955`; the hour is omitted if it is that of the report.
    private mutating func parsePeak(_ tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?) {
        var ahead = tokens
        guard let word = ahead.next(bytes), word.is("WND"), let group = ahead.next(bytes) else { return }
        var scan = ByteCursor(group)
        guard let direction = scan.number(bytes, exactly: 3), direction <= 360 else { return }
        let speed = scan.number(bytes, upTo: 3)
        guard speed.count >= 2, scan.consume("/", in: bytes) else { return }
        let clock = scan.number(bytes, upTo: 4)
        guard clock.count == 2 || clock.count == 4 else { return }
        tokens = ahead
        peakWind = Remarks.PeakWind(
            direction: Int16(direction), speed: Int16(speed.value),
            time: moment(clock.value, digits: clock.count, before: base))
    }

    /// Reads `SNINCR 2/10`: inches in the last hour, and inches on the ground, which are the snow depth.
    private mutating func parseIncrease(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard let group = tokens.peek(bytes) else { return }
        var scan = ByteCursor(group)
        let hour = scan.number(bytes, upTo: 2)
        guard hour.count > 0, scan.consume("/", in: bytes) else { return }
        let depth = scan.number(bytes, upTo: 3)
        guard depth.count > 0, scan.isAtEnd else { return }
        snowIncrease = Double(hour.value) * 2.54
        snowDepth = snowDepth ?? Double(depth.value) * 2.54
    }

    private mutating func parseShift(_ tokens: inout Tokens, in bytes: Span<UInt8>, base: UTC?) {
        var ahead = tokens
        guard let group = ahead.next(bytes), group.digits == (group.count == 2 ? 0b1100_0000 : 0b1111_0000),
            group.count == 2 || group.count == 4
        else { return }
        windShift = moment(group.number(at: 0, group.count), digits: group.count, before: base)
        isFrontal = ahead.peek(bytes)?.is("FROPA") ?? false
        tokens = ahead
    }

    /// Reads `DENSITY ALT 3600FT`.
    private mutating func parseDensityAltitude(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        var ahead = tokens
        guard let word = ahead.next(bytes), word.is("ALT"), let group = ahead.next(bytes) else { return }
        var scan = ByteCursor(group)
        let isBelow = scan.consume("-", in: bytes)
        let number = scan.number(bytes, upTo: 5)
        guard number.count > 0, scan.consume(letters: "FT", in: bytes), scan.isAtEnd else { return }
        rare.densityAltitude = isBelow ? -number.value : number.value
        tokens = ahead
    }

    /// Reads `QFE748/0997`, millimetres of mercury and hectopascals, of which the latter are exact.
    private mutating func parseStationPressure(_ token: Token, in bytes: Span<UInt8>) {
        var scan = ByteCursor(token.start + 3..<token.end)
        guard scan.number(bytes, exactly: 3) != nil, scan.consume("/", in: bytes),
            let pressure = scan.number(bytes, exactly: 4), 500...1100 ~= pressure, scan.isAtEnd
        else { return }
        rare[WeatherMember("stationPressure")] = Double(pressure)
    }

    /// Reads `RAB12E30`, `CB3TCU1AC1`, words that end in `NO`, and weather or a sky cover before its place.
    private mutating func parseEnding(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) {
        if bytes[token.end - 1] == UInt8(ascii: "O"), bytes[token.end - 2] == UInt8(ascii: "N") {
            parseOutage(token)
        } else if token.digits == 0 || token.digits == 0b0001_1100 {
            parseSurroundings(token, followedBy: &tokens, in: bytes)
        } else if isTimes(token, in: bytes) {
            append(.times, token.text(bytes))
        } else if token[1].isUppercase {
            parseCloudTypes(token, in: bytes)
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
