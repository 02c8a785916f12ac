import Records

/// Reads the words of a report one after another.
extension METAR {
    /// Reads up to the station.
    mutating func readStation(_ tokens: inout Tokens, _ bytes: Span<UInt8>) throws(DecodeError) {
        while let token = tokens.next(bytes) {
            if token.is("METAR") {
                isSpecial = false
            } else if token.is("SPECI") {
                isSpecial = true
            } else if METAR.isCorrection(token) {
                isCorrected = true
            } else if METAR.isStation(token) {
                station = Code(token, bytes)
                return
            } else {
                throw DecodeError(part: "station", found: token.text(bytes), offset: token.start)
            }
        }
        throw DecodeError(part: "station", found: "", offset: tokens.end)
    }

    /// Reads what follows the station.
    mutating func read(_ tokens: inout Tokens, _ bytes: Span<UInt8>, _ clock: ReportClock) {
        readTime(&tokens, bytes, clock)
        while let token = tokens.next(bytes) {
            if token[0] >= 0x41, endsBody(token, &tokens, bytes) { return }
            if !take(token, &tokens, bytes) { notes.append(METARNote(.stranger, token)) }
        }
    }

    /// Takes in remarks or a trend, with all that follows, if the word begins them.
    @inline(__always)
    private mutating func endsBody(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if token.is("RMK") {
            remarksPlace = TextPlace(tokens.offset, tokens.end)
        } else if token.begins("SLP"), token.count == 6 {
            // Some stations forget the word RMK.
            remarksPlace = TextPlace(token.start, tokens.end)
        } else if METAR.isTrend(token) {
            readTrend(from: token, &tokens, bytes)
        } else {
            return false
        }
        return true
    }

    private mutating func readTime(_ tokens: inout Tokens, _ bytes: Span<UInt8>, _ clock: ReportClock) {
        var ahead = tokens
        guard var token = ahead.next(bytes) else { return }
        // Some put what belongs behind the time before it: `KJFK COR 201751Z`.
        while token[0] >= 0x41, takeWord(token) {
            tokens = ahead
            guard let next = ahead.next(bytes) else { return }
            token = next
        }
        guard token.digits & 0b1111_1100 == 0b1111_1100, token.count == 6 || token[6] == 0x5A else { return }
        // `272200Z32004KT`: the wind follows without a blank.
        if token.count > 7 { ahead.offset = token.start + 7 }
        tokens = ahead
        time = clock.moment(
            day: token.number(at: 0, 2), hour: token.number(at: 2, 2), minute: token.number(at: 4, 2))
        if time == nil { notes.append(METARNote(.stranger, token)) }
    }

    /// Takes in one word of the body.
    @inline(__always)
    private mutating func take(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if token[2] == 0x2F || token[3] == 0x2F, takeTemperatures(token, bytes) { return true }
        switch token[0] {
        case 0x41, 0x51:
            if let reading = Pressure.read(token, bytes) { return take(reading) }
            if takeWord(token) || takeApart(token, &tokens, bytes) { return true }
        case 0x52: return takeRunway(token, &tokens, bytes)
        case 0x43, 0x4E: if takeWord(token) { return true }
        default: break
        }
        if temperatures == nil, pressure == nil {
            if conditions.take(token, &tokens, bytes) { return true }
        } else if conditions.takeLate(token, allowingWeather: pressure == nil, bytes) {
            return true
        }
        return takeLate(token, &tokens, bytes)
    }

    @inline(__always)
    private mutating func takeTemperatures(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        guard temperatures == nil, let found = Temperatures.read(token, bytes) else { return false }
        // `/////` may as well be a cloud: without any value it ends nothing.
        if found.air != nil || found.dewPoint != nil { temperatures = found }
        return true
    }

    @inline(__always)
    private mutating func take(_ reading: Pressure.Reading) -> Bool {
        guard case .pressure(let found) = reading else { return true }
        if pressure == nil {
            pressure = found
        } else if otherPressure == nil {
            otherPressure = found
        } else {
            return false
        }
        // Of both units hectopascals count, wherever they stand.
        if otherPressure?.unit == .hectopascals { swap(&pressure, &otherPressure) }
        return true
    }

    /// `Q 1013`, `QNH 1013`, `A 2992`: a blank too many.
    private mutating func takeApart(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        guard token.is("Q") || token.is("QNH") || token.is("A"), let next = tokens.peek(bytes),
            let reading = Pressure.read(next, token.is("A") ? .inches : .hectopascals)
        else { return false }
        _ = tokens.next(bytes)
        return take(reading)
    }

    /// `COR`, `CCA`, `CCB`, … of Canada, and `CORR`.
    private static func isCorrection(_ token: Token) -> Bool {
        token.is("COR") || token.count == 3 && token.begins("CC") || token.is("CORR")
    }

    @inline(__always)
    private mutating func takeWord(_ token: Token) -> Bool {
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

    /// Words that begin with R: runway visual range, recent weather, the state of a runway.
    private mutating func takeRunway(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if token[1] == 0x45 { return takeRecent(token, &tokens, bytes) }
        if token.count == 2, token[1] == 0x41, temperatures == nil {
            return conditions.weather.append(Code(token, bytes))
        }
        if RunwayVisualRange.read(token, bytes) != nil {
            notes.append(METARNote(.runwayVisualRange, token))
            return true
        }
        if RunwayState.matches(token, bytes) {
            notes.append(METARNote(.runwayState, token))
            return true
        }
        return temperatures == nil && conditions.take(token, &tokens, bytes)
    }

    private mutating func takeRecent(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if token.is("RE//") { return true }
        if WeatherGroup.isRecent(token, bytes) {
            notes.append(METARNote(.recentWeather, token.dropping(2, bytes)))
            return true
        }
        // `RE TSRA`: a blank too many.
        guard token.is("RE"), let next = tokens.peek(bytes), WeatherGroup.matches(next, bytes) else {
            return false
        }
        _ = tokens.next(bytes)
        notes.append(METARNote(.recentWeather, next))
        return true
    }

    /// What stands behind the pressure.
    private mutating func takeLate(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if Scan(token).isSlashes(bytes) { return true }
        if token.is("WS") { return takeWindShear(token, &tokens, bytes) }
        if token[0] == 0x57, SeaState.read(token, bytes) != nil {
            notes.append(METARNote(.sea, token))
            return true
        }
        if token.count == 8 && RunwayState.isOldStyle(token) || token.is("SNOCLO") {
            notes.append(METARNote(.runwayState, token))
            return true
        }
        return false
    }

    /// `WS R35`, `WS RWY25`, `WS ALL RWY`, `WS TKOF RWY20`, `WS RWY ALL`, `WS RWY 22`.
    private mutating func takeWindShear(
        _ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>
    ) -> Bool {
        var ahead = tokens
        guard var last = ahead.next(bytes) else { return false }
        if last.is("ALL") || last.is("TKOF") || last.is("LDG") {
            guard let next = ahead.next(bytes) else { return false }
            last = next
        }
        guard last[0] == 0x52 else { return false }
        if last.is("RWY"), let next = ahead.peek(bytes),
            next.is("ALL") || next.digits & 0xC0 == 0xC0 && next.count <= 3
        {
            last = next
            _ = ahead.next(bytes)
        }
        tokens = ahead
        notes.append(METARNote(.windShear, from: token.start, to: last.end))
        return true
    }
}

extension METAR {
    /// Whether a word begins what is not observed: a trend, or the colour of a military station.
    @inline(__always)
    private static func isTrend(_ token: Token) -> Bool {
        switch token[0] {
        case 0x4E: token.is("NOSIG")
        case 0x42: token.is("BECMG") || Trend.isColor(token)
        case 0x54: token.is("TEMPO")
        case 0x49: token.is("INTER")
        case 0x50: token.count == 6 && token.begins("PROB")
        case 0x46: token.count == 6 && token.begins("FM") && token.digits == 0b0011_1100
        case 0x57, 0x47, 0x59, 0x41, 0x52: Trend.isColor(token)
        default: false
        }
    }

    private mutating func readTrend(from first: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) {
        if Trend.isColor(first) { notes.append(METARNote(.color, first)) }
        var end = first.end
        while let token = tokens.next(bytes) {
            if token.is("RMK") {
                remarksPlace = TextPlace(tokens.offset, tokens.end)
                break
            }
            end = token.end
        }
        trendPlace = TextPlace(first.start, end)
    }
}
