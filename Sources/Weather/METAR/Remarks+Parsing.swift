import Records

/// The parser of remarks: of groups in the North American style, and of words in any.
extension Remarks {
    /// Reads the remarks in a range of a report.
    ///
    /// - Parameters:
    ///   - place: The range after RMK.
    ///   - bytes: The report.
    ///   - base: The time of observation; if `nil`, times in remarks are unknown as well.
    mutating func read(_ place: Range<Int>, in bytes: Span<UInt8>, base: UTC?) {
        let isStyle = Remarks.isNorthAmerican(place, in: bytes)
        var tokens = Tokens(place)
        while let token = tokens.next(bytes) {
            if isStyle, parseRegular(token, in: bytes) { continue }
            if isStyle, token.isStation, Remarks.beginsReport(after: tokens, in: bytes) { break }
            if isStyle { parseGroup(token, followedBy: &tokens, in: bytes) }
            if token[0] >= UInt8(ascii: "A") || token.is("+FC") {
                parseWord(token, followedBy: &tokens, in: bytes, base: base)
            }
        }
    }

    /// Whether the words after a station are the time and the first group of another report; some reports are
    /// followed by an older one in the same text. `NEXT 271200Z` is the time of the next report.
    private static func beginsReport(after tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        var tokens = tokens
        guard let time = tokens.next(bytes), time.isTime, let group = tokens.next(bytes) else { return false }
        return group.is("AUTO") || group.is("COR") || Wind.read(group, in: bytes) != nil
    }

    private static func isNorthAmerican(_ place: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        var tokens = Tokens(place)
        while let token = tokens.next(bytes) {
            if token.count == 3, token.begins("AO") || token.begins("A0") { return true }
            if token.begins("SLP"), token.count >= 5, token.count <= 7 { return true }
            if token[0] == UInt8(ascii: "T"), token.count == 9, token.digits == 0b0111_1111 { return true }
        }
        return false
    }

    /// Reads a group in its most frequent form; returns whether it was read.
    @inline(__always)
    private mutating func parseRegular(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        switch token.form {
        case Token.head("AO0"), Token.head("A00"): parseStation(token, in: bytes)
        case Token.head("SLP000"): parseSeaLevel(tenths: token.number(at: 3, 3))
        case Token.head("00000"): parseFive(token, in: bytes)
        case Token.head("T0000000"): return parseBothTenths(token, in: bytes)
        default: return false
        }
        return true
    }

    /// Reads `T01560094`, but not `T01560094$`.
    @inline(__always)
    private mutating func parseBothTenths(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        let last = bytes[token.end - 1]
        guard token.count == 9, last.isDigit, token[1] <= UInt8(ascii: "1"), token[5] <= UInt8(ascii: "1")
        else { return false }
        guard temperature == nil else { return true }
        temperature = tenths(token.number(at: 1, 4))
        dewPoint = tenths(token.number(at: 5, 3) * 10 + Int(last.digitValue))
        checkTenths(token, in: bytes)
        return true
    }

    /// Drops temperatures that have not occurred on Earth.
    @inline(__always)
    private mutating func checkTenths(_ token: Token, in bytes: Span<UInt8>) {
        if let dewPoint, dewPoint > Temperatures.highestDewPoint { dropTenths(token, in: bytes) }
        if let temperature, !(-90...60 ~= temperature) { dropTenths(token, in: bytes) }
    }

    private mutating func dropTenths(_ token: Token, in bytes: Span<UInt8>) {
        rare.impossibleTenths = token.text(bytes)
        dewPoint = nil
        if let temperature, !(-90...60 ~= temperature) { self.temperature = nil }
    }

    /// Reads a group that is identified by its first letter or digit.
    @inline(__always)
    private mutating func parseGroup(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        switch token[0] {
        case UInt8(ascii: "A") where token.count == 3: parseStation(token, in: bytes)
        case UInt8(ascii: "T"): parseTenths(token, in: bytes)
        case UInt8(ascii: "P") where token.count >= 5 && token.digits & 0b0111_1000 == 0b0111_1000:
            hourly = hourly ?? precipitation(token, in: bytes)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): parseNumbered(token, in: bytes)
        case UInt8(ascii: "I") where token.count == 5: parseIce(token, in: bytes)
        case .dollar: needsMaintenance = true
        default: break
        }
        if bytes[token.end - 1] == .dollar { needsMaintenance = true }
    }

    private mutating func parseStation(_ token: Token, in bytes: Span<UInt8>) {
        guard token[2] == UInt8(ascii: "1") || token[2] == UInt8(ascii: "2"),
            token[1] == UInt8(ascii: "O") || token[1] == UInt8(ascii: "0")
        else { return }
        station = token[2] == UInt8(ascii: "1") ? ShortText(known: "AO1") : ShortText(known: "AO2")
    }

    /// Reads `I1012`, `I3012` or `I6012`: the ice in hundredths of an inch of so many hours.
    ///
    /// Source: FMH-1 12.7.2.f.
    private mutating func parseIce(_ token: Token, in bytes: Span<UInt8>) {
        guard token.digits == 0b0111_1000 else { return }
        let ice = Remarks.Precipitation(hundredths: Int16(token.number(at: 2, 3)))
        switch token[1] {
        case UInt8(ascii: "1"): rare.hourlyIce = rare.hourlyIce ?? ice
        case UInt8(ascii: "3"): rare.threeHourlyIce = rare.threeHourlyIce ?? ice
        case UInt8(ascii: "6"): rare.sixHourlyIce = rare.sixHourlyIce ?? ice
        default: break
        }
    }

    /// Reads `SLP123`, 1012.3 hPa, or `SLP987`, 998.7 hPa: the value nearer to 1000.
    @inline(__always)
    private mutating func parseSeaLevel(tenths: Int) {
        guard seaLevelPressure == nil else { return }
        seaLevelPressure = Double(tenths + (tenths < 500 ? 10_000 : 9000)) / 10
    }

    /// Replaces the hundreds of the sea-level pressure, which are not reported, by those that bring it
    /// nearest to the altimeter setting: `SLP785` is 1078.5 hPa beside `A3185`.
    @inline(__always)
    mutating func bringSeaLevel(near altimeter: Double) {
        guard let pressure = seaLevelPressure, abs(altimeter - pressure) > 50 else { return }
        seaLevelPressure = pressure + ((altimeter - pressure) / 100).rounded() * 100
    }

    /// Reads `T01560094`, `T0131` or `T0035////`, optionally followed by `$`.
    private mutating func parseTenths(_ token: Token, in bytes: Span<UInt8>) {
        guard temperature == nil, token.count >= 5, token.digits & 0b0111_1000 == 0b0111_1000 else {
            return
        }
        var scan = ByteCursor(token.start + 1..<token.end)
        guard let air = tenths(&scan, in: bytes) else { return }
        let dew = tenths(&scan, in: bytes)
        if dew == nil { _ = scan.slashes(bytes, count: 4) }
        guard scan.isAtEnd || scan.consume("$", in: bytes) else { return }
        temperature = air
        dewPoint = dew
        checkTenths(token, in: bytes)
    }

    /// Reads a sign digit and three digits of tenths.
    private func tenths(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Double? {
        let sign = scan.peek(bytes)
        guard sign == UInt8(ascii: "0") || sign == UInt8(ascii: "1"),
            let value = scan.number(bytes, exactly: 4)
        else { return nil }
        return tenths(value)
    }

    /// Returns the number of four digits, of which a 1 as the first one stands for a minus sign.
    private func tenths(_ digits: Int) -> Double { Double(digits >= 1000 ? 1000 - digits : digits) / 10 }

    /// Reads `Prrrr`, `6RRRR` or `7RRRR` in hundredths of an inch; zero means a trace in the first two.
    private func precipitation(_ token: Token, in bytes: Span<UInt8>) -> Remarks.Precipitation? {
        guard token.count == 5, token.digits & 0b0111_1000 == 0b0111_1000 else { return nil }
        let hundredths = token.number(at: 1, 4)
        return Remarks.Precipitation(hundredths: Int16(hundredths))
    }

    /// Reads `10142`, `20012`, `4/012`, `401001015`, `56012`, `60012`, `70125`, `8/578`, `933036` or `98096`.
    private mutating func parseNumbered(_ token: Token, in bytes: Span<UInt8>) {
        if token.count == 5, token.digits == 0b1111_1000 {
            parseFive(token, in: bytes)
        } else if token.begins("4/"), token.count == 5, token.digits == 0b1011_1000 {
            snowDepth = Double(token.number(at: 2, 3)) * 2.54
        } else if token.begins("8/"), token.count == 5 {
            cloudTypes = ShortText(token, in: bytes)
        } else if token.begins("933"), token.count == 6, token.digits == 0b1111_1100 {
            snowWater = Double(token.number(at: 3, 3)) * 2.54
        } else if token[0] == UInt8(ascii: "4"), token.count == 9 {
            var scan = ByteCursor(token.start + 1..<token.end)
            guard let high = tenths(&scan, in: bytes), let low = tenths(&scan, in: bytes) else { return }
            dayBounds = Remarks.Bounds(low: low, high: high)
        }
    }

    private mutating func parseFive(_ token: Token, in bytes: Span<UInt8>) {
        switch token[0] {
        case UInt8(ascii: "1"): if maximum == nil { maximum = tenthsOfFive(token) }
        case UInt8(ascii: "2"): if minimum == nil { minimum = tenthsOfFive(token) }
        case UInt8(ascii: "5"): parseTendency(token)
        case UInt8(ascii: "6"): sixHourly = precipitation(token, in: bytes)
        case UInt8(ascii: "7"): daily = precipitation(token, in: bytes)
        case UInt8(ascii: "9") where token[1] == UInt8(ascii: "8"): sunshine = Int16(token.number(at: 2, 3))
        default: break
        }
    }

    /// Returns the number after the first digit, of which the second one is a sign; `nil` if it is none.
    @inline(__always)
    private func tenthsOfFive(_ token: Token) -> Double? {
        token[1] <= UInt8(ascii: "1") ? tenths(token.number(at: 1, 4)) : nil
    }

    /// Reads `5appp`; the character determines the sign.
    private mutating func parseTendency(_ token: Token) {
        let character = token.number(at: 1, 1)
        let tenths = token.number(at: 2, 3)
        guard character <= 8, tendency == nil else { return }
        tendency = Remarks.Tendency(
            tenths: Int16(character > 4 ? -tenths : tenths), character: UInt8(character))
    }
}
