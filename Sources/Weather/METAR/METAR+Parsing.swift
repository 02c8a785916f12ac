import Decoding
import Records

/// The parser that reads the words of a report in order.
extension METAR {
    /// Reads up to the station.
    mutating func readStation(_ tokens: inout Tokens, in bytes: Span<UInt8>) throws(DecodeError) {
        while let token = tokens.next(bytes) {
            if token.is("METAR") {
                (isSpecial, statesType) = (false, true)
            } else if token.is("SPECI") {
                (isSpecial, statesType) = (true, true)
            } else if METAR.isStation(token, followedBy: tokens, in: bytes) {
                station = ShortText(token, in: bytes)
                return
            } else if !parseWord(token) {
                throw DecodeError(part: "station", found: token.text(bytes), offset: token.start)
            }
        }
        throw DecodeError(part: "station", found: "", offset: tokens.end)
    }

    @inline(__always)
    private static func isStation(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        guard token.isStation else { return isShortStation(token, followedBy: tokens, in: bytes) }
        return !token.is("CORR")
            && (!token.is("AUTO") || standsForStation(token, followedBy: tokens, in: bytes))
    }

    /// Whether AUTO stands in place of the station: none follows it.
    static func standsForStation(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        guard token.is("AUTO"), let next = tokens.peek(bytes) else { return token.is("AUTO") }
        return !next.isStation && !next.isShortIdentifier
    }

    /// Whether a word is an identifier of three characters, before the time: `O88`, `50R`.
    private static func isShortStation(_ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        guard token.isShortIdentifier, let next = tokens.peek(bytes) else { return false }
        return next.isTime || next.is("AUTO") || METAR.isCorrection(next)
    }

    /// Reads the part after the station.
    mutating func read(_ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock) {
        readTime(&tokens, in: bytes, clock: clock)
        while let token = nextIrregular(&tokens, in: bytes) {
            if token[0] >= UInt8(ascii: "A"), endsBody(token, followedBy: &tokens, in: bytes) { return }
            if !parse(token, followedBy: &tokens, in: bytes) {
                parseMistyped(token, followedBy: &tokens, in: bytes)
            }
        }
    }

    /// Reads groups in their most frequent form and returns the first word that is none; `nil` at the end.
    @inline(__always)
    private mutating func nextIrregular(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> Token? {
        // Advance a copy: it stays in registers, because the functions that read single groups do not see it.
        var ahead = tokens
        while let token = ahead.next(bytes) {
            if parseRegular(token, in: bytes) { continue }
            tokens = ahead
            return token
        }
        tokens = ahead
        return nil
    }

    /// Reads remarks or a trend to the end if the word begins them.
    @inline(__always)
    private mutating func endsBody(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if token.is("RMK") {
            remarksPlace = TextRange(from: tokens.offset, to: tokens.end)
        } else if token.begins("SLP"), token.count == 6 {
            // Some stations omit the word RMK.
            remarksPlace = TextRange(from: token.start, to: tokens.end)
        } else if METAR.isTrend(token) {
            readTrend(from: token, &tokens, in: bytes)
        } else {
            return false
        }
        return true
    }

    private mutating func readTime(_ tokens: inout Tokens, in bytes: Span<UInt8>, clock: ReportClock) {
        var ahead = tokens
        guard var token = ahead.next(bytes) else { return }
        // Some stations write modifiers before the time: `KJFK COR 201751Z`.
        while token[0] >= UInt8(ascii: "A"), parseWord(token) {
            tokens = ahead
            guard let next = ahead.next(bytes) else { return }
            token = next
        }
        guard token.digits & 0b1111_1100 == 0b1111_1100, token.count == 6 || token[6] == UInt8(ascii: "Z")
        else { return }
        // `272200Z32004KT`: the wind follows without a space.
        if token.count > 7 { ahead.offset = token.start + 7 }
        tokens = ahead
        time = clock.moment(
            day: token.number(at: 0, 2), hour: token.number(at: 2, 2), minute: token.number(at: 4, 2))
        if time == nil { notes.append(METARGroup(.unparsed, at: token)) }
    }

    /// Reads one word of the body.
    @inline(__always)
    mutating func parse(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) -> Bool {
        if token[2] == .slash || token[3] == .slash || token[1] == .slash,
            parseTemperatures(token, followedBy: tokens, in: bytes)
        {
            return true
        }
        switch token[0] {
        case UInt8(ascii: "A"), UInt8(ascii: "Q"):
            if let group = Pressure.read(token, in: bytes) { return accept(group) }
            if parseWord(token) || parseApart(token, followedBy: &tokens, in: bytes) { return true }
        case UInt8(ascii: "R"): return parseRunway(token, followedBy: &tokens, in: bytes)
        case UInt8(ascii: "C"), UInt8(ascii: "N"): if parseWord(token) { return true }
        default: break
        }
        if parseInches(token) { return true }
        if temperatures == nil, pressure == nil {
            if conditions.parse(token, followedBy: &tokens, in: bytes) { return true }
        } else if conditions.parseLate(token, allowingWeather: pressure == nil, in: bytes) {
            return true
        }
        return parseLate(token, followedBy: &tokens, in: bytes)
    }

    @inline(__always)
    private mutating func parseTemperatures(
        _ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        guard temperatures == nil else { return false }
        guard let found = Temperatures.read(token, in: bytes) else {
            return parseShortTemperatures(token, followedBy: tokens, in: bytes)
        }
        guard found.isPossible else { return false }
        // `/////` may be a cloud group as well, so without a value it does not end the search.
        if found.air != nil || found.dewPoint != nil { temperatures = found }
        return true
    }

    /// Accepts the first pressure of each unit; rejects a second one that differs.
    @inline(__always)
    mutating func accept(_ group: Pressure.Group) -> Bool {
        guard case .pressure(let found) = group else { return true }
        guard let first = pressure else {
            pressure = found
            return true
        }
        if found == first || found == otherPressure { return true }
        guard otherPressure == nil, found.unit != first.unit else { return false }
        // Hectopascals take precedence over inches of mercury, whichever comes first.
        if found.unit == .hectopascals { pressure = found }
        otherPressure = found.unit == .hectopascals ? first : found
        return true
    }

    /// Reads four digits after the temperature, 2800 to 3100, which have lost their `A`.
    @inline(__always)
    private mutating func parseInches(_ token: Token) -> Bool {
        guard temperatures != nil, pressure == nil, token.count == 4, token.digits == 0b1111_0000,
            2800...3100 ~= token.number(at: 0, 4), let group = Pressure.read(token, unit: .inches)
        else { return false }
        return accept(group)
    }

    /// Reads `Q 1013`, `QNH 1013` or `A 2992`, with an extra space.
    private mutating func parseApart(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        guard token.is("Q") || token.is("QNH") || token.is("A"), let next = tokens.peek(bytes),
            let group = Pressure.read(next, unit: token.is("A") ? .inches : .hectopascals)
        else { return false }
        _ = tokens.next(bytes)
        return accept(group)
    }

    /// Whether a word is `COR`, `CORR`, or `CCA`, `CCB`, … of Canada.
    static func isCorrection(_ token: Token) -> Bool {
        token.is("COR") || token.count == 3 && token.begins("CC") || token.is("CORR")
    }

    @inline(__always)
    private mutating func parseWord(_ token: Token) -> Bool {
        if token.is("AUTO") {
            isAutomatic = true
        } else if token.is("NIL") {
            isNil = true
        } else if METAR.isCorrection(token) {
            isCorrected = true
        } else {
            return false
        }
        return true
    }

    /// Reads a word that begins with R: runway visual range, recent weather, the state of a runway.
    private mutating func parseRunway(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if token[1] == UInt8(ascii: "E") { return parseRecent(token, followedBy: &tokens, in: bytes) }
        if token.count == 2, token[1] == UInt8(ascii: "A"), temperatures == nil {
            return conditions.weather.append(ShortText(token, in: bytes))
        }
        if token[1] == UInt8(ascii: "F"), Rainfall.read(token, in: bytes) != nil {
            notes.append(METARGroup(.rainfall, at: token))
            return true
        }
        if RunwayVisualRange.read(token, in: bytes) != nil, !isTruncatedState(token, in: bytes) {
            notes.append(METARGroup(.runwayVisualRange, at: token))
            return true
        }
        if RunwayState.matches(token, in: bytes) {
            notes.append(METARGroup(.runwayState, at: token))
            return true
        }
        return temperatures == nil && conditions.parse(token, followedBy: &tokens, in: bytes)
    }

    /// Whether a word is the state of a runway that has lost two figures: after the pressure, `R25/4999` is
    /// no visual range, which precedes weather and clouds.
    private func isTruncatedState(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        pressure != nil && (token.end - 4..<token.end).allSatisfy { bytes[$0].isDigit }
    }

    private mutating func parseRecent(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if token.is("RE//") { return true }
        if WeatherGroup.isRecent(token, in: bytes) {
            notes.append(METARGroup(.recentWeather, at: token.dropping(2, in: bytes)))
            return true
        }
        // `RE TSRA` has an extra space.
        guard token.is("RE"), let next = tokens.peek(bytes), WeatherGroup.matches(next, in: bytes) else {
            return false
        }
        _ = tokens.next(bytes)
        notes.append(METARGroup(.recentWeather, at: next))
        return true
    }

    /// Reads a word after the pressure.
    private mutating func parseLate(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if ByteCursor(token).isSlashes(bytes) { return true }
        if token.is("WS") { return parseWindShear(token, followedBy: &tokens, in: bytes) }
        if token[0] == UInt8(ascii: "W"), SeaState.read(token, in: bytes) != nil {
            notes.append(METARGroup(.sea, at: token))
            return true
        }
        if token.count == 8 && RunwayState.isOldStyle(token) || token.is("SNOCLO") {
            notes.append(METARGroup(.runwayState, at: token))
            return true
        }
        return false
    }

    /// Reads `WS R35`, `WS RWY25`, `WS ALL RWY`, `WS TKOF RWY20`, `WS RWY ALL` or `WS RWY 22`.
    private mutating func parseWindShear(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        var ahead = tokens
        guard var last = ahead.next(bytes) else { return false }
        if last.is("ALL") || last.is("TKOF") || last.is("LDG") {
            guard let next = ahead.next(bytes) else { return false }
            last = next
        }
        guard last[0] == UInt8(ascii: "R") else { return false }
        if last.is("RWY"), let next = ahead.peek(bytes),
            next.is("ALL") || next.digits & 0b1100_0000 == 0b1100_0000 && next.count <= 3
        {
            last = next
            _ = ahead.next(bytes)
        }
        tokens = ahead
        notes.append(METARGroup(.windShear, from: token.start, to: last.end))
        return true
    }
}
