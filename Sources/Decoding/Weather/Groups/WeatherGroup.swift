/// The letters of weather groups.
///
/// Source: WMO-No. 306, code table 4678; FMH-1 table 8-5, and what automatic stations send besides.
enum WeatherGroup {
    /// Whether a word is weather: `[+-][VC]` and two-letter codes, such as `-SHRA`, `VCTS`, `+FC`.
    @inline(__always)
    static func matches(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        var at = 0
        if token[0] == 0x2B || token[0] == 0x2D { at = 1 }
        if token[at] == 0x56, token[at &+ 1] == 0x43 { at &+= 2 }
        return isPairs(token, from: at, bytes)
    }

    /// Whether a word is weather of the past hour: `RE` and two-letter codes.
    static func isRecent(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        token.begins("RE") && isPairs(token, from: 2, bytes)
    }

    @inline(__always)
    private static func isPairs(_ token: Token, from start: Int, _ bytes: Span<UInt8>) -> Bool {
        let rest = token.count &- start
        guard rest >= 2, rest & 1 == 0, token.count <= 16 else { return false }
        var at = start
        while at < token.count {
            let (first, second) =
                at &+ 1 < 8
                ? (token[at], token[at &+ 1]) : (bytes[token.start &+ at], bytes[token.start &+ at &+ 1])
            guard isPair(UInt16(first) << 8 | UInt16(second)) else { return false }
            at &+= 2
        }
        return true
    }

    private static func isPair(_ pair: UInt16) -> Bool {
        switch pair {
        case 0x4D49, 0x5052, 0x4243, 0x4452, 0x424C, 0x5348, 0x5453, 0x465A: true  // MI PR BC DR BL SH TS FZ
        case 0x445A, 0x5241, 0x534E, 0x5347, 0x4943, 0x504C, 0x4752, 0x4753: true  // DZ RA SN SG IC PL GR GS
        case 0x5550, 0x4252, 0x4647, 0x4655, 0x5641, 0x4455, 0x5341, 0x485A: true  // UP BR FG FU VA DU SA HZ
        case 0x504F, 0x5351, 0x4643, 0x5353, 0x4453, 0x5045, 0x5059: true  // PO SQ FC SS DS PE PY
        default: false
        }
    }
}
