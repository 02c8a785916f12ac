/// The temperature and state of the sea.
///
/// Source: WMO-No. 306, FM 15, group WTsTs/SS' or WTsTs/HHsHsHs.
public struct SeaState: Hashable, Sendable {
    /// The temperature of the water in degrees Celsius; `nil` if not reported.
    public let temperature: Int?
    /// The state by code table 3700, 0 (glassy) ... 9 (phenomenal); `nil` if not reported.
    public let state: Int?
    /// The significant wave height in decimetres; `nil` if not reported.
    public let waves: Int?
    /// The group as reported.
    public let code: ShortText

    /// Parses `W16/S2`, `W///S5` or `WM01/H14`; `nil` for other words.
    static func read(_ token: Token, in bytes: Span<UInt8>) -> SeaState? {
        var scan = ByteCursor(token)
        guard scan.consume("W", in: bytes) else { return nil }
        let isBelow = scan.consume("M", in: bytes)
        let water = scan.number(bytes, exactly: 2)
        guard water != nil || !isBelow && scan.slashes(bytes, count: 2), scan.consume("/", in: bytes) else {
            return nil
        }
        let temperature = water.map { isBelow ? -$0 : $0 }
        let code = ShortText(token, in: bytes)
        if scan.consume("S", in: bytes) {
            let state = scan.number(bytes, upTo: 1)
            guard state.count == 1 || scan.consume("/", in: bytes), scan.isAtEnd else { return nil }
            return SeaState(
                temperature: temperature, state: state.count == 1 ? state.value : nil, waves: nil, code: code)
        }
        guard scan.consume("H", in: bytes) else { return nil }
        let waves = scan.number(bytes, upTo: 3)
        guard waves.count > 0 || scan.isSlashes(bytes) else { return nil }
        return SeaState(
            temperature: temperature, state: nil, waves: waves.count > 0 ? waves.value : nil, code: code)
    }
}
