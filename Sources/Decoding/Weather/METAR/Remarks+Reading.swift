import Records

/// Reads remarks of the North American style.
extension Remarks {
    /// Takes in what stands in a place of a report.
    ///
    /// - Parameters:
    ///   - place: What stands behind RMK.
    ///   - bytes: The report.
    ///   - base: The moment of the observation; `nil` when unknown, then times are too.
    mutating func read(_ place: Range<Int>, _ bytes: Span<UInt8>, base: UTC?) {
        let isStyle = Remarks.isNorthAmerican(place, bytes)
        var tokens = Tokens(place)
        while let token = tokens.next(bytes) {
            // Some reports are followed by an older one in the same text.
            if isStyle, METAR.isStation(token), let next = tokens.peek(bytes), next.count == 7,
                next[6] == 0x5A
            {
                break
            }
            if isStyle { takeGroup(token, &tokens, bytes) }
            if token[0] >= 0x41 { takeWord(token, &tokens, bytes, base) }
        }
    }

    private static func isNorthAmerican(_ place: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        var tokens = Tokens(place)
        while let token = tokens.next(bytes) {
            if token.count == 3, token.begins("AO") || token.begins("A0") { return true }
            if token.begins("SLP"), token.count >= 5, token.count <= 7 { return true }
            if token[0] == 0x54, token.count == 9, token.digits == 0b0111_1111 { return true }
        }
        return false
    }

    /// Groups that begin with a letter or digit and are told apart by it.
    @inline(__always)
    private mutating func takeGroup(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) {
        switch token[0] {
        case 0x41 where token.count == 3: takeStation(token, bytes)
        case 0x53: takeSeaLevel(token)
        case 0x54: takeTenths(token, bytes)
        case 0x50 where token.count >= 5 && token.digits & 0x78 == 0x78:
            hourly = hourly ?? precipitation(token, bytes)
        case 0x31...0x39: takeNumbered(token, bytes)
        case 0x24: needsMaintenance = true
        default: break
        }
        if bytes[token.end - 1] == 0x24 { needsMaintenance = true }
    }

    private mutating func takeStation(_ token: Token, _ bytes: Span<UInt8>) {
        guard token[2] == 0x31 || token[2] == 0x32, token[1] == 0x4F || token[1] == 0x30 else { return }
        station = token[2] == 0x31 ? Code(known: "AO1") : Code(known: "AO2")
    }

    /// `SLP123` is 1012.3 hPa, `SLP987` is 998.7: what makes it nearer to 1000.
    private mutating func takeSeaLevel(_ token: Token) {
        guard token.count == 6, token.begins("SLP"), token.digits == 0b0001_1100,
            seaLevelPressure == nil
        else { return }
        let tenths = token.number(at: 3, 3)
        seaLevelPressure = Double(tenths + (tenths < 500 ? 10_000 : 9000)) / 10
    }

    /// `T01560094`, `T0131`, `T0035////`, with or without a `$` at its end.
    private mutating func takeTenths(_ token: Token, _ bytes: Span<UInt8>) {
        guard temperature == nil, token.count >= 5, token.digits & 0b0111_1000 == 0b0111_1000 else {
            return
        }
        var scan = Scan(token.start + 1..<token.end)
        guard let air = tenths(&scan, bytes) else { return }
        let dew = tenths(&scan, bytes)
        if dew == nil { _ = scan.slashes(bytes, 4) }
        guard scan.isAtEnd || scan.take("$", bytes) else { return }
        (temperature, dewPoint) = (air, dew)
    }

    /// A sign digit and three digits of tenths.
    private func tenths(_ scan: inout Scan, _ bytes: Span<UInt8>) -> Double? {
        let sign = scan.peek(bytes)
        guard sign == 0x30 || sign == 0x31, let value = scan.number(bytes, exactly: 4) else { return nil }
        return Double(value >= 1000 ? 1000 - value : value) / 10
    }

    /// `Prrrr`, `6RRRR`, `7RRRR`: hundredths of an inch; all zero is a trace in the first two.
    private func precipitation(_ token: Token, _ bytes: Span<UInt8>) -> Remarks.Precipitation? {
        guard token.count == 5, token.digits & 0b0111_1000 == 0b0111_1000 else { return nil }
        let hundredths = token.number(at: 1, 4)
        return Remarks.Precipitation(hundredths: Int16(hundredths))
    }

    /// `10142`, `20012`, `4/012`, `401001015`, `56012`, `60012`, `70125`, `8/578`, `933036`, `98096`.
    private mutating func takeNumbered(_ token: Token, _ bytes: Span<UInt8>) {
        if token.count == 5, token.digits == 0b1111_1000 {
            takeFive(token, bytes)
        } else if token.begins("4/"), token.count == 5, token.digits == 0b1011_1000 {
            snowDepth = Double(token.number(at: 2, 3)) * 2.54
        } else if token.begins("8/"), token.count == 5 {
            cloudTypes = Code(token, bytes)
        } else if token.begins("933"), token.count == 6, token.digits == 0b1111_1100 {
            snowWater = Double(token.number(at: 3, 3)) * 2.54
        } else if token[0] == 0x34, token.count == 9 {
            var scan = Scan(token.start + 1..<token.end)
            guard let high = tenths(&scan, bytes), let low = tenths(&scan, bytes) else { return }
            dayBounds = Remarks.Bounds(low: low, high: high)
        }
    }

    private mutating func takeFive(_ token: Token, _ bytes: Span<UInt8>) {
        var scan = Scan(token.start + 1..<token.end)
        switch token[0] {
        case 0x31: maximum = maximum ?? tenths(&scan, bytes)
        case 0x32: minimum = minimum ?? tenths(&scan, bytes)
        case 0x35: takeTendency(token)
        case 0x36: sixHourly = precipitation(token, bytes)
        case 0x37: daily = precipitation(token, bytes)
        case 0x39 where token[1] == 0x38: sunshine = Int16(token.number(at: 2, 3))
        default: break
        }
    }

    /// `5appp`: the sign follows from the character.
    private mutating func takeTendency(_ token: Token) {
        let (character, tenths) = (token.number(at: 1, 1), token.number(at: 2, 3))
        guard character <= 8, tendency == nil else { return }
        tendency = Remarks.Tendency(
            tenths: Int16(character > 4 ? -tenths : tenths), character: UInt8(character))
    }
}
