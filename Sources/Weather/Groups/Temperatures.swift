import Records

/// The air temperature and dew point.
///
/// Source: WMO-No. 306, FM 15, group T'T'/T'dT'd.
public struct Temperatures: Hashable, Sendable {
    private var warmth: Int8 = .min
    private var dew: Int8 = .min

    init() {}

    /// The air temperature in whole degrees Celsius; `nil` if not reported.
    public internal(set) var air: Int? {
        get { warmth == .min ? nil : Int(warmth) }
        set { warmth = newValue.map { Int8(clamping: $0) } ?? .min }
    }

    /// The highest dew point that has been measured, in degrees Celsius: 35 at Dhahran on 8 July 2003, and a
    /// degree for rounding.
    static let highestDewPoint = 36.0

    /// The dew point in whole degrees Celsius; `nil` if not reported, or higher than any that was measured.
    public internal(set) var dewPoint: Int? {
        get { dew == .min || hasImpossibleDewPoint ? nil : Int(dew) }
        set { dew = newValue.map { Int8(clamping: $0) } ?? .min }
    }

    /// Whether the reported dew point is higher than any that was measured.
    var hasImpossibleDewPoint: Bool { Double(dew) > Temperatures.highestDewPoint }

    /// Parses `12/08`, `M05/M12`, `17/`, `27///`, `///M03`, `/////` or `XX/XX`; `nil` for other words.
    @inline(__always)
    static func read(_ token: Token, in bytes: Span<UInt8>) -> Temperatures? {
        var found = Temperatures()
        if token.count == 5, token.digits == 0b1101_1000, token[2] == .slash {
            found.air = token.number(at: 0, 2)
            found.dewPoint = token.number(at: 3, 2)
            return found
        }
        return token.count <= 7 && token.count >= 3 ? readAny(token, in: bytes) : nil
    }

    private static func readAny(_ token: Token, in bytes: Span<UInt8>) -> Temperatures? {
        var found = Temperatures()
        var scan = ByteCursor(token)
        guard degrees(&scan, in: bytes, into: &found.air), scan.consume("/", in: bytes) else { return nil }
        if scan.isAtEnd { return found.air == nil ? nil : found }
        return degrees(&scan, in: bytes, into: &found.dewPoint) && scan.isAtEnd ? found : nil
    }

    /// Parses `18/6`, `M05/M9` or `9/M1`: a temperature and a dew point, at least one of them of one digit;
    /// `nil` for other words, and if the dew point is above the temperature.
    static func readShort(_ token: Token, in bytes: Span<UInt8>) -> Temperatures? {
        var scan = ByteCursor(token)
        guard let air = shortDegrees(&scan, in: bytes), scan.consume("/", in: bytes),
            let dew = shortDegrees(&scan, in: bytes), scan.isAtEnd, dew <= air
        else { return nil }
        var found = Temperatures()
        found.air = air
        found.dewPoint = dew
        return found
    }

    /// Whether the temperature has occurred on Earth, where the air was between -89 and 57 °C.
    ///
    /// Source: World Meteorological Organization, archive of weather and climate extremes.
    var isPossible: Bool { (warmth >= -90 || warmth == .min) && warmth <= 60 }

    private static func shortDegrees(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Int? {
        let isBelow = scan.consume("M", in: bytes) || scan.consume("-", in: bytes)
        let number = scan.number(bytes, upTo: 2)
        guard number.count > 0 else { return nil }
        return isBelow ? -number.value : number.value
    }

    private static func degrees(_ scan: inout ByteCursor, in bytes: Span<UInt8>, into value: inout Int?)
        -> Bool
    {
        if scan.slashes(bytes, count: 2) || scan.consume(letters: "XX", in: bytes)
            || scan.consume(letters: "MM", in: bytes)
        {
            return true
        }
        let isBelow = scan.consume("M", in: bytes) || scan.consume("-", in: bytes)
        guard let degrees = scan.number(bytes, exactly: 2) else { return false }
        value = isBelow ? -degrees : degrees
        return true
    }
}
