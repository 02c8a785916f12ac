import Records

extension Conditions {
    /// Reads a word if it is part of wind, visibility, weather or clouds.
    ///
    /// A visibility of two words (`1 1/2SM`) also consumes the following words. Returns whether the word was
    /// understood.
    @inline(__always)
    mutating func parse(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) -> Bool {
        switch token[0] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): parseNumber(token, followedBy: &tokens, in: bytes)
        case .slash: parseSlashes(token, in: bytes)
        default: parseLetters(token, followedBy: &tokens, in: bytes)
        }
    }

    /// Reads a word that begins with a digit.
    @inline(__always)
    private mutating func parseNumber(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if wind == nil, token.count >= 7, let reading = Wind.read(token, in: bytes) {
            if case .wind(let found) = reading { wind = found }
            return true
        }
        if token.count == 7, let sector = Wind.readSector(token) {
            wind?.sector = sector
            return wind != nil
        }
        if let found = Visibility.readMiles(token, whole: 0, in: bytes) { return accept(found) }
        if let found = Visibility.readMeters(token, in: bytes) { return accept(found) }
        if visibility == nil, let found = Visibility.readRange(token, in: bytes) { return accept(found) }
        if token.count <= 2, token.digits & 0b1100_0000 == (token.count == 1 ? 0b1000_0000 : 0b1100_0000) {
            return parseWholeMiles(token, followedBy: &tokens, in: bytes)
        }
        return token.count <= 5 && parseMiles(token, whole: 0, followedBy: &tokens, in: bytes)
    }

    /// Reads `1/2 SM`, `M1/4 SM` or `P6 SM`, with an extra space.
    private mutating func parseMiles(
        _ token: Token, whole: Int, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        guard visibility == nil, tokens.peek(bytes)?.is("SM") ?? false,
            let found = Visibility.readMiles(token.start..<token.end, whole: whole, in: bytes)
        else { return false }
        _ = tokens.next(bytes)
        visibility = found
        return true
    }

    /// Reads `1 1/2SM`, and `10 SM` or `1 1/2 SM` with an extra space.
    private mutating func parseWholeMiles(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        let whole = token.number(at: 0, token.count)
        var ahead = tokens
        guard visibility == nil, let next = Conditions.nextGroup(&ahead, in: bytes) else { return false }
        if next.is("SM") {
            visibility = Visibility(whole, unit: .statuteMiles)
        } else if whole > 0, let found = Visibility.readMiles(next, whole: whole, in: bytes) {
            visibility = found
        } else if whole == 0 || !parseMiles(next, whole: whole, followedBy: &ahead, in: bytes) {
            return false
        }
        tokens = ahead
        return true
    }

    /// Returns the next group, which ends within a word such as `1/2SMBR`.
    private static func nextGroup(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> Token? {
        guard let token = tokens.next(bytes) else { return nil }
        guard token.count > 4, let split = GluedWords.split(token, in: bytes) else { return token }
        tokens.offset = token.start + split.length + split.gap
        return Token(start: token.start, end: token.start + split.length, in: bytes)
    }

    @inline(__always)
    private mutating func accept(_ found: Visibility) -> Bool {
        if visibility == nil { restsOnMinimum = found.direction != nil }
        if visibility == nil, found.direction == nil {
            visibility = found
        } else if let first = visibility, minimumVisibility == nil, found.unit == .meters, !isCAVOK {
            // The older form has the minimum first, with its direction, then the greatest visibility.
            let beganWithMinimum = first.direction != nil && found.meters > first.meters
            visibility = beganWithMinimum ? found : first
            minimumVisibility = beganWithMinimum ? first : found
        } else if visibility == nil {
            visibility = found
        } else if isCAVOK, found.meters < Visibility.tenKilometers.meters {
            // CAVOK and a lower visibility exclude each other: the sky is not known either.
            visibility = found
            isCAVOK = false
            hasUnknownSky = true
        } else {
            return false
        }
        return true
    }

    /// Reads a word that begins with a slash: a sensor without a value or with half of one.
    private mutating func parseSlashes(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        if wind == nil, case .wind(let found)? = Wind.read(token, in: bytes) {
            wind = found
            return true
        }
        if ByteCursor(token).isSlashes(bytes) {
            hasUnknownSky = hasUnknownSky || token.count >= 6
            return true
        }
        if token.is("////SM") || token.is("////NDV") || token.is("/////KT") { return true }
        if Wind.read(token, in: bytes) != nil { return true }
        guard let layer = CloudLayer.readUnknown(token, in: bytes) else { return false }
        return layer.base == nil && layer.type == nil || clouds.append(layer)
    }

    /// Reads a wind whose unit is the next word, is mistyped, or is missing where the wind is expected:
    /// before the visibility; or whose gust is the next word.
    ///
    /// - Parameters:
    ///   - token: A word that is no other group.
    ///   - tokens: The following words.
    ///   - station: The station, which determines a missing unit.
    ///   - bytes: The report.
    /// - Returns: Whether the word was understood.
    mutating func parseWind(
        _ token: Token, followedBy tokens: inout Tokens, at station: ShortText, in bytes: Span<UInt8>
    ) -> Bool {
        guard wind == nil else { return false }
        let next = tokens.peek(bytes)
        let usesKnots = visibility == nil && station.usesKnots
        guard
            let found = Wind.readSplit(token, next, in: bytes)
                ?? Wind.readApart(token, next, usesKnots: usesKnots, in: bytes)
                ?? Wind.readMistyped(token, in: bytes)
        else { return false }
        if found.usesNext { _ = tokens.next(bytes) }
        wind = found.wind
        return true
    }

    /// Reads a cloud layer or weather after the temperature.
    ///
    /// Source: reports of stations in Central America.
    mutating func parseLate(_ token: Token, allowingWeather: Bool, in bytes: Span<UInt8>) -> Bool {
        if token.count >= 6, let layer = CloudLayer.read(token, in: bytes) { return clouds.append(layer) }
        guard allowingWeather, WeatherGroup.matches(token, in: bytes) else { return false }
        return weather.append(ShortText(token, in: bytes))
    }

    /// Reads a word that begins with a letter or a sign.
    @inline(__always)
    private mutating func parseLetters(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        if let layer = CloudLayer.read(token, in: bytes) {
            return clouds.append(token.count == 3 ? Conditions.join(layer, with: &tokens, in: bytes) : layer)
        }
        if parseSky(token) { return true }
        if WeatherGroup.matches(token, in: bytes) { return weather.append(ShortText(token, in: bytes)) }
        if token.is("CB") || token.is("TCU") { return parseType(ShortText(token)) }
        if token.is("VC") { return parseVicinity(&tokens, in: bytes) }
        if wind == nil, token.begins("VRB"), case .wind(let found)? = Wind.read(token, in: bytes) {
            wind = found
            return true
        }
        if token[0] == UInt8(ascii: "M") || token[0] == UInt8(ascii: "P"), visibility == nil,
            let found = Visibility.readQualified(token, in: bytes)
        {
            visibility = found
            return true
        }
        return (token[0] == UInt8(ascii: "M") || token[0] == UInt8(ascii: "P")) && token.count <= 5
            && parseMiles(token, whole: 0, followedBy: &tokens, in: bytes)
    }

    /// Reads the height of `BKN 055`, with an extra space.
    private static func join(_ layer: CloudLayer, with tokens: inout Tokens, in bytes: Span<UInt8>)
        -> CloudLayer
    {
        guard let next = tokens.peek(bytes), next.count == 3, next.digits == 0b1110_0000 else { return layer }
        _ = tokens.next(bytes)
        var joined = layer
        joined.base = next.number(at: 0, 3) * 100
        return joined
    }

    /// Reads the type of the last layer, as in `FEW011 CB`, or of a layer of which nothing else is known.
    private mutating func parseType(_ type: ShortText) -> Bool {
        guard var layer = clouds.last, layer.type == nil else {
            var layer = CloudLayer(nil)
            layer.type = type
            return clouds.append(layer)
        }
        layer.type = type
        clouds.replaceLast(with: layer)
        return true
    }

    /// Reads `VC SH`, with an extra space.
    private mutating func parseVicinity(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> Bool {
        guard let next = tokens.peek(bytes), next.count <= 6, WeatherGroup.matches(next, in: bytes),
            let code = ShortText("VC" + next.text(bytes))
        else { return false }
        _ = tokens.next(bytes)
        return weather.append(code)
    }

    @inline(__always)
    mutating func parseSky(_ token: Token) -> Bool {
        if token.is("CLR") {
            sky = .clear
        } else if token.is("CAVOK") {
            // Figures such as the time `1618` are no visibility, whatever they look like.
            if let visibility, visibility.meters < Visibility.tenKilometers.meters,
                visibility.unit != .meters || visibility.isStep
            {
                return false
            }
            isCAVOK = true
            visibility = .tenKilometers
        } else if token.is("NSC") {
            sky = .noSignificantCloud
        } else if token.is("NCD") {
            sky = .noCloudDetected
        } else if token.is("SKC") {
            sky = .skyClear
        } else if token.is("NSW") {
            hasNoSignificantWeather = true
        } else {
            return false
        }
        return true
    }
}

extension ShortText {
    /// Whether the country of a location indicator reports wind in knots only.
    ///
    /// Indicators with U (Russia and its neighbours) and Z (China, Mongolia, North Korea) are of countries
    /// that also use metres per second.
    ///
    /// Source: ICAO Doc 7910; the differences to ICAO Annex 5 that these countries have notified.
    fileprivate var usesKnots: Bool { !begins("U") && !begins("Z") }
}
