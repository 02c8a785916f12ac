import Records

/// The parser of the groups of most reports, which one comparison of a word's form recognises.
extension METAR {
    /// Whether neither temperatures nor a pressure were read: the wind, the visibility and the sky precede
    /// them.
    @inline(__always)
    private var isBeforeTemperature: Bool { temperatures == nil && pressure == nil }

    /// Reads a group in its most frequent form.
    ///
    /// - Returns: Whether it was read; all others, and those out of place, need the general parser.
    @inline(__always)
    mutating func parseRegular(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        switch token.form {
        case Token.head("00/00"): accept(air: token.number(at: 0, 2), dewPoint: token.number(at: 3, 2))
        case Token.head("00/M00"): accept(air: token.number(at: 0, 2), dewPoint: -token.number(at: 4, 2))
        case Token.head("M00/M00"): accept(air: -token.number(at: 1, 2), dewPoint: -token.number(at: 5, 2))
        case Token.head("A0000"), Token.head("Q0000"): parsePressure(token, in: bytes)
        case Token.head("FEW000"), Token.head("SCT000"), Token.head("BKN000"), Token.head("OVC000"):
            parseLayer(token, in: bytes)
        case Token.head("AUTO"): setAutomatic()
        case Token.head("00000KT"), Token.head("00000G00"), Token.head("VRB00KT"):
            isBeforeTemperature && conditions.parseWind(token, in: bytes)
        case Token.head("00SM"): isBeforeTemperature && conditions.accept(miles: token.number(at: 0, 2))
        case Token.head("0SM"): isBeforeTemperature && conditions.accept(miles: token.number(at: 0, 1))
        case Token.head("0000"): isBeforeTemperature && conditions.accept(meters: token.number(at: 0, 4))
        case Token.head("CLR"), Token.head("CAVOK"), Token.head("NCD"), Token.head("NSC"):
            isBeforeTemperature && conditions.parseSky(token)
        default: false
        }
    }

    @inline(__always)
    private mutating func accept(air: Int, dewPoint: Int) -> Bool {
        var found = Temperatures()
        found.air = air
        found.dewPoint = dewPoint
        guard temperatures == nil, found.isPossible else { return false }
        temperatures = found
        return true
    }

    @inline(__always)
    private mutating func parsePressure(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard let group = Pressure.read(token, in: bytes) else { return false }
        return accept(group)
    }

    @inline(__always)
    private mutating func parseLayer(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard let layer = CloudLayer.read(token, in: bytes) else { return false }
        return conditions.clouds.append(layer)
    }

    @inline(__always)
    private mutating func setAutomatic() -> Bool {
        isAutomatic = true
        return true
    }
}

extension Conditions {
    /// Reads `24008KT`, `24010G20KT` or `VRB03KT` unless there is a wind.
    @inline(__always)
    fileprivate mutating func parseWind(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard wind == nil, case .wind(let found)? = Wind.read(token, in: bytes) else { return false }
        wind = found
        return true
    }

    /// Accepts a visibility in statute miles, such as `10SM`, unless there is one.
    @inline(__always)
    fileprivate mutating func accept(miles: Int) -> Bool {
        guard visibility == nil else { return false }
        visibility = Visibility(miles, unit: .statuteMiles)
        return true
    }

    /// Accepts a visibility in metres, such as `4000` or `9999`, unless there is one.
    @inline(__always)
    fileprivate mutating func accept(meters: Int) -> Bool {
        guard visibility == nil else { return false }
        visibility = meters == 9999 ? .tenKilometers : Visibility(meters, unit: .meters)
        return true
    }
}
