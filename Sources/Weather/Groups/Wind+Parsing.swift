import Records

extension Wind {
    /// The meaning of a wind group.
    enum Group {
        /// A wind group with a value.
        case wind(Wind)
        /// A wind group of slashes only, such as `/////KT`.
        case missing
    }

    /// Parses a wind group such as `24008KT` or `VRB03G15MPS`; `nil` for other words.
    @inline(__always)
    static func read(_ token: Token, in bytes: Span<UInt8>) -> Group? {
        if token.count == 7, token.digits == 0b1111_1000, token[5] == UInt8(ascii: "K"),
            token[6] == UInt8(ascii: "T")
        {
            let direction = token.number(at: 0, 3)
            guard direction <= 360 else { return nil }
            var wind = Wind()
            wind.direction = direction
            wind.reportedSpeed = token.number(at: 3, 2)
            return .wind(wind)
        }
        return readAny(token, in: bytes)
    }

    /// Parses a wind group of any form: with `VRB`, slashes for a missing value, speeds of three digits, `P`
    /// for speeds above the scale, gusts, and units other than knots.
    private static func readAny(_ token: Token, in bytes: Span<UInt8>) -> Group? {
        guard token.count >= 7, token.count <= 16 else { return nil }
        var scan = ByteCursor(token)
        var wind = Wind()
        if token[0] == UInt8(ascii: "V") {
            guard scan.consume(letters: "VRB", in: bytes) else { return nil }
            wind.isVariable = true
        } else if let direction = scan.number(bytes, exactly: 3) {
            guard direction <= 360 else { return nil }
            wind.direction = direction
        } else if !scan.slashes(bytes, count: 3) {
            return nil
        }
        guard wind.readSpeeds(&scan, in: bytes), wind.readUnit(&scan, in: bytes),
            scan.isAtEnd || wind.readRepeatedUnit(&scan, in: bytes)
        else { return nil }
        if wind.direction == nil, !wind.isVariable, wind.reportedSpeed == nil { return .missing }
        return wind.isPossible ? .wind(wind) : nil
    }

    /// Parses `08016`, `VRB03` or `33025G35`, whose unit is the next word or missing; `nil` for other words.
    ///
    /// - Parameters:
    ///   - token: The word.
    ///   - next: The next word; it is part of the wind if it is `KT`, `MPS` or `KMH`.
    ///   - usesKnots: Whether a missing unit is knots; if not, it may also be metres per second.
    ///   - bytes: The report.
    /// - Returns: The wind, and whether the next word is part of it.
    static func readApart(_ token: Token, _ next: Token?, usesKnots: Bool, in bytes: Span<UInt8>)
        -> (wind: Wind, usesNext: Bool)?
    {
        guard token.count == 5 || token.count == 8, token.digits & 0b0001_1000 == 0b0001_1000 else {
            return nil
        }
        var wind = Wind()
        if token.begins("VRB") {
            wind.isVariable = true
        } else if token.digits & 0b1110_0000 == 0b1110_0000 {
            wind.direction = token.number(at: 0, 3)
        } else {
            return nil
        }
        var scan = ByteCursor(token.start + 3..<token.end)
        guard wind.readSpeeds(&scan, in: bytes), scan.isAtEnd else { return nil }
        let hasUnit = next.map { wind.readUnit($0, in: bytes) } ?? false
        return (hasUnit || usesKnots && wind.isUsual) && wind.isPossible ? (wind, hasUnit) : nil
    }

    /// Whether figures without a unit are a wind: the direction is in tens of degrees, and only a calm has none.
    ///
    /// Source: WMO-No. 306, FM 15, 15.5.
    private var isUsual: Bool {
        let direction = direction ?? 0
        return direction % 10 == 0 && (isVariable || (direction == 0) == (reportedSpeed == 0))
    }

    /// Parses `27015G` followed by `25KT`, or `27015` followed by `G25KT`, whose gust has an extra space;
    /// `nil` for other words.
    static func readSplit(_ token: Token, _ next: Token?, in bytes: Span<UInt8>)
        -> (wind: Wind, usesNext: Bool)?
    {
        guard let next, token.resemblesWind,
            next[0] == UInt8(ascii: "G") || bytes[token.end - 1] == UInt8(ascii: "G"),
            let joined = ShortText(token.text(bytes) + next.text(bytes))
        else { return nil }
        let text = joined.bytes
        let whole = Token(start: 0, end: joined.count, in: text.span)
        guard case .wind(let found)? = read(whole, in: text.span) else { return nil }
        return (found, true)
    }

    /// Parses `25005KY`, whose unit has a mistyped letter; `nil` for other words.
    static func readMistyped(_ token: Token, in bytes: Span<UInt8>) -> (wind: Wind, usesNext: Bool)? {
        guard token.resemblesWind, let unit = mistypedUnit(token, in: bytes) else { return nil }
        let speeds = Token(start: token.start, end: unit, in: bytes)
        return readApart(speeds, nil, usesKnots: true, in: bytes)
    }

    /// Returns the place of the unit in `25005KY`, `25005K` or `25005TK`: KT with one letter wrong, missing
    /// or exchanged; `nil` for other words, and for `KM` and `FT`, which are units.
    private static func mistypedUnit(_ token: Token, in bytes: Span<UInt8>) -> Int? {
        let start = (token.start + 5..<max(token.start + 5, token.end)).last { bytes[$0].isDigit }
        let place = start.map { $0 + 1 } ?? token.start + 5
        guard token.count > 5, place < token.end else { return nil }
        let unit = Token(start: place, end: token.end, in: bytes)
        if unit.is("K") || unit.is("T") || unit.is("TK") { return place }
        let isClose = unit[0] == UInt8(ascii: "K") || unit[1] == UInt8(ascii: "T")
        return unit.count == 2 && isClose && !unit.is("KM") && !unit.is("FT") ? place : nil
    }

    /// Whether the direction is at most 360° and no speed is above 225 knots: the strongest gust measured
    /// outside tornadoes was 220 knots.
    ///
    /// Source: World Meteorological Organization, archive of weather and climate extremes (Barrow Island).
    private var isPossible: Bool {
        (direction ?? 0) <= 360 && (speed ?? 0) <= 225 && (gust ?? 0) <= 225
    }

    /// Reads the end of `33025G35KTKT` or `12010KTG20KT`, whose unit is repeated by mistake.
    private mutating func readRepeatedUnit(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Bool {
        let first = unit
        if reportedGust == nil, !readGust(&scan, in: bytes) { return false }
        return readUnit(&scan, in: bytes) && unit == first && scan.isAtEnd
    }

    private mutating func readUnit(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        var scan = ByteCursor(token)
        return readUnit(&scan, in: bytes) && scan.isAtEnd
    }

    private mutating func readSpeeds(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Bool {
        isAbove = scan.consume("P", in: bytes)
        if isAbove || !scan.isAtEnd, scan.peek(bytes) != .slash {
            let speed = scan.number(bytes, upTo: 3)
            guard speed.count >= 2 else { return false }
            reportedSpeed = speed.value
        } else if !scan.slashes(bytes, count: 2) {
            return false
        }
        _ = scan.slashes(bytes, count: 1)
        return readGust(&scan, in: bytes)
    }

    /// Reads a gust if there is one.
    private mutating func readGust(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Bool {
        guard scan.consume("G", in: bytes) else { return true }
        isGustAbove = scan.consume("P", in: bytes)
        if scan.slashes(bytes, count: 2) { return true }
        let gust = scan.number(bytes, upTo: 3)
        reportedGust = gust.value
        return gust.count >= 2
    }

    private mutating func readUnit(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Bool {
        if scan.consume(letters: "KT", in: bytes) {
            unit = .knots
            _ = scan.consume("S", in: bytes)
        } else if scan.consume(letters: "MPS", in: bytes) {
            unit = .metersPerSecond
        } else if scan.consume(letters: "KMH", in: bytes) {
            unit = .kilometersPerHour
        } else {
            return false
        }
        return true
    }

    /// Parses `dddVddd`; `nil` for other words.
    @inline(__always)
    static func readSector(_ token: Token) -> (from: Int, to: Int)? {
        guard token.count == 7, token.digits == 0b1110_1110, token[3] == UInt8(ascii: "V") else { return nil }
        let from = token.number(at: 0, 3)
        let to = token.number(at: 4, 3)
        return from <= 360 && to <= 360 ? (from, to) : nil
    }
}

extension Token {
    /// Whether the word begins like a wind: a direction or VRB, and a speed of two digits.
    fileprivate var resemblesWind: Bool {
        digits & 0b0001_1000 == 0b0001_1000 && (self[0].isDigit || begins("VRB"))
    }
}
