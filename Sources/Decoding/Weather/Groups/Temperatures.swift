/// Air temperature and dew point.
///
/// Source: WMO-No. 306, FM 15, group T'T'/T'dT'd.
public struct Temperatures: Hashable, Sendable {
    private var warmth: Int8 = .min
    private var dew: Int8 = .min

    init() {}

    /// Air temperature, whole degrees Celsius; `nil` when not reported.
    public internal(set) var air: Int? {
        get { warmth == .min ? nil : Int(warmth) }
        set { warmth = newValue.map { Int8(clamping: $0) } ?? .min }
    }

    /// Dew point, whole degrees Celsius; `nil` when not reported.
    public internal(set) var dewPoint: Int? {
        get { dew == .min ? nil : Int(dew) }
        set { dew = newValue.map { Int8(clamping: $0) } ?? .min }
    }

    /// Reads `12/08`, `M05/M12`, `17/`, `27///`, `///M03`, `/////`, `XX/XX`; `nil` when the word is none.
    @inline(__always)
    static func read(_ token: Token, _ bytes: Span<UInt8>) -> Temperatures? {
        var found = Temperatures()
        if token.count == 5, token.digits == 0b1101_1000, token[2] == 0x2F {
            (found.air, found.dewPoint) = (token.number(at: 0, 2), token.number(at: 3, 2))
            return found
        }
        return token.count <= 7 && token.count >= 3 ? readAny(token, bytes) : nil
    }

    private static func readAny(_ token: Token, _ bytes: Span<UInt8>) -> Temperatures? {
        var found = Temperatures()
        var scan = Scan(token)
        guard degrees(&scan, bytes, into: &found.air), scan.take("/", bytes) else { return nil }
        if scan.isAtEnd { return found.air == nil ? nil : found }
        return degrees(&scan, bytes, into: &found.dewPoint) && scan.isAtEnd ? found : nil
    }

    private static func degrees(_ scan: inout Scan, _ bytes: Span<UInt8>, into value: inout Int?) -> Bool {
        if scan.slashes(bytes, 2) || scan.take("XX", bytes) || scan.take("MM", bytes) { return true }
        let isBelow = scan.take("M", bytes) || scan.take("-", bytes)
        guard let degrees = scan.number(bytes, exactly: 2) else { return false }
        value = isBelow ? -degrees : degrees
        return true
    }
}
