/// The temperature of the sea and how it moves.
///
/// Source: WMO-No. 306, FM 15, group WTsTs/SS' or WTsTs/HHsHsHs.
public struct SeaState: Hashable, Sendable {
    /// The water's temperature, degrees Celsius; `nil` when not reported.
    public let temperature: Int?
    /// The state by code table 3700, 0 (glassy) ... 9 (phenomenal); `nil` when not reported.
    public let state: Int?
    /// The significant height of waves, decimetres; `nil` when not reported.
    public let waves: Int?
    /// The group as reported.
    public let code: Code

    /// Reads `W16/S2`, `W///S5`, `WM01/H14`; `nil` when the word is none.
    static func read(_ token: Token, _ bytes: Span<UInt8>) -> SeaState? {
        var scan = Scan(token)
        guard scan.take("W", bytes) else { return nil }
        let isBelow = scan.take("M", bytes)
        let water = scan.number(bytes, exactly: 2)
        guard water != nil || !isBelow && scan.slashes(bytes, 2), scan.take("/", bytes) else { return nil }
        let temperature = water.map { isBelow ? -$0 : $0 }
        let code = Code(token, bytes)
        if scan.take("S", bytes) {
            let state = scan.number(bytes, upTo: 1)
            guard state.count == 1 || scan.take("/", bytes), scan.isAtEnd else { return nil }
            return SeaState(
                temperature: temperature, state: state.count == 1 ? state.value : nil, waves: nil, code: code)
        }
        guard scan.take("H", bytes) else { return nil }
        let waves = scan.number(bytes, upTo: 3)
        guard waves.count > 0 || scan.isSlashes(bytes) else { return nil }
        return SeaState(
            temperature: temperature, state: nil, waves: waves.count > 0 ? waves.value : nil, code: code)
    }
}
