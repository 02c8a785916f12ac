extension Conditions {
    /// Takes in a word if it is one of wind, visibility, weather or clouds.
    ///
    /// A visibility in two words (`1 1/2SM`) takes from the words behind it. Says whether it was understood.
    @inline(__always)
    mutating func take(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        switch token[0] {
        case 0x30...0x39: takeNumber(token, &tokens, bytes)
        case 0x2F: takeSlashes(token, bytes)
        default: takeLetters(token, &tokens, bytes)
        }
    }

    /// Words that begin with a digit.
    @inline(__always)
    private mutating func takeNumber(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if wind == nil, token.count >= 7, let reading = Wind.read(token, bytes) {
            if case .wind(let found) = reading { wind = found }
            return true
        }
        if token.count == 7, let sector = Wind.readSector(token) {
            wind?.sector = sector
            return wind != nil
        }
        if let found = Visibility.readMiles(token, whole: 0, bytes) { return take(found) }
        if let found = Visibility.readMeters(token, bytes) { return take(found) }
        if token.count <= 2, token.digits & 0xC0 == (token.count == 1 ? 0x80 : 0xC0) {
            return takeWholeMiles(token, &tokens, bytes)
        }
        return token.count <= 5 && takeMiles(token, whole: 0, &tokens, bytes)
    }

    /// `1/2 SM`, with a blank too many.
    private mutating func takeMiles(
        _ token: Token, whole: Int, _ tokens: inout Tokens, _ bytes: Span<UInt8>
    ) -> Bool {
        guard visibility == nil, tokens.peek(bytes)?.is("SM") ?? false,
            let found = Visibility.readMiles(token.start..<token.end, whole: whole, bytes)
        else { return false }
        _ = tokens.next(bytes)
        visibility = found
        return true
    }

    /// `1 1/2SM`, and `10 SM` or `1 1/2 SM` with a blank too many.
    private mutating func takeWholeMiles(
        _ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>
    ) -> Bool {
        let whole = token.number(at: 0, token.count)
        var ahead = tokens
        guard visibility == nil, let next = ahead.next(bytes) else { return false }
        if next.is("SM") {
            visibility = Visibility(whole, .statuteMiles)
        } else if whole > 0, let found = Visibility.readMiles(next, whole: whole, bytes) {
            visibility = found
        } else if whole == 0 || !takeMiles(next, whole: whole, &ahead, bytes) {
            return false
        }
        tokens = ahead
        return true
    }

    @inline(__always)
    private mutating func take(_ found: Visibility) -> Bool {
        if visibility == nil, found.direction == nil {
            visibility = found
        } else if let first = visibility, minimumVisibility == nil, found.unit == .meters, !isCAVOK {
            // The older form has the least first, with its direction, and the greatest behind it.
            (visibility, minimumVisibility) =
                first.direction != nil && found.meters > first.meters ? (found, first) : (first, found)
        } else if visibility == nil {
            visibility = found
        } else {
            return false
        }
        return true
    }

    /// Words that begin with a slash: a sensor without a value, or half a value.
    private mutating func takeSlashes(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        if wind == nil, case .wind(let found)? = Wind.read(token, bytes) {
            wind = found
            return true
        }
        if Scan(token).isSlashes(bytes) || token.is("////SM") || token.is("////NDV") || token.is("/////KT") {
            return true
        }
        if Wind.read(token, bytes) != nil { return true }
        guard let layer = CloudLayer.readUnknown(token, bytes) else { return false }
        return layer.base == nil && layer.type == nil || clouds.append(layer)
    }

    /// Takes in a cloud layer, or weather, that stands behind the temperature.
    ///
    /// Source: the habit of stations in Central America.
    mutating func takeLate(_ token: Token, allowingWeather: Bool, _ bytes: Span<UInt8>) -> Bool {
        if token.count >= 6, let layer = CloudLayer.read(token, bytes) { return clouds.append(layer) }
        guard allowingWeather, WeatherGroup.matches(token, bytes) else { return false }
        return weather.append(Code(token, bytes))
    }

    /// Words that begin with a letter or a sign.
    @inline(__always)
    private mutating func takeLetters(_ token: Token, _ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        if let layer = CloudLayer.read(token, bytes) { return clouds.append(layer) }
        if takeSky(token) { return true }
        if WeatherGroup.matches(token, bytes) { return weather.append(Code(token, bytes)) }
        if token.is("VC") { return takeVicinity(&tokens, bytes) }
        if wind == nil, token.begins("VRB"), case .wind(let found)? = Wind.read(token, bytes) {
            wind = found
            return true
        }
        if token[0] == 0x4D || token[0] == 0x50, visibility == nil,
            let found = Visibility.readMiles(token, whole: 0, bytes)
        {
            visibility = found
            return true
        }
        return false
    }

    /// `VC SH`, with a blank too many.
    private mutating func takeVicinity(_ tokens: inout Tokens, _ bytes: Span<UInt8>) -> Bool {
        guard let next = tokens.peek(bytes), next.count <= 6, WeatherGroup.matches(next, bytes),
            let code = Code("VC" + next.text(bytes))
        else { return false }
        _ = tokens.next(bytes)
        return weather.append(code)
    }

    @inline(__always)
    private mutating func takeSky(_ token: Token) -> Bool {
        if token.is("CLR") {
            sky = .clear
        } else if token.is("CAVOK") {
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
