import Records

/// The codes of weather groups.
///
/// Source: WMO-No. 306, code table 4678; FMH-1 table 8-5, and codes that automatic stations add.
enum WeatherGroup {
    /// Whether a word is weather: `[+-][VC]` and two-letter codes, such as `-SHRA`, `VCTS`, `+FC`.
    @inline(__always)
    static func matches(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        var at = 0
        if token[0] == .plus || token[0] == .hyphen { at = 1 }
        if token[at] == UInt8(ascii: "V"), token[at &+ 1] == UInt8(ascii: "C") { at &+= 2 }
        return isPairs(token, from: at, in: bytes)
    }

    /// Whether a word is recent weather: `RE` and two-letter codes.
    static func isRecent(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        token.begins("RE") && isPairs(token, from: 2, in: bytes)
    }

    @inline(__always)
    private static func isPairs(_ token: Token, from start: Int, in bytes: Span<UInt8>) -> Bool {
        let rest = token.count &- start
        guard rest >= 2, rest & 1 == 0, token.count <= 16 else { return false }
        var at = start
        while at < token.count {
            let (first, second) =
                at &+ 1 < 8
                ? (token[at], token[at &+ 1]) : (bytes[token.start &+ at], bytes[token.start &+ at &+ 1])
            guard isPair(UInt64(first) << 8 | UInt64(second)) else { return false }
            at &+= 2
        }
        return true
    }

    private static func isPair(_ pair: UInt64) -> Bool {
        switch pair {
        case UInt64.word("MI"), UInt64.word("PR"), UInt64.word("BC"), UInt64.word("DR"), UInt64.word("BL"),
            UInt64.word("SH"), UInt64.word("TS"):
            true
        case UInt64.word("FZ"), UInt64.word("DZ"), UInt64.word("RA"), UInt64.word("SN"), UInt64.word("SG"),
            UInt64.word("IC"), UInt64.word("PL"):
            true
        case UInt64.word("GR"), UInt64.word("GS"), UInt64.word("UP"), UInt64.word("BR"), UInt64.word("FG"),
            UInt64.word("FU"), UInt64.word("VA"):
            true
        case UInt64.word("DU"), UInt64.word("SA"), UInt64.word("HZ"), UInt64.word("PO"), UInt64.word("SQ"),
            UInt64.word("FC"), UInt64.word("SS"):
            true
        case UInt64.word("DS"), UInt64.word("PE"), UInt64.word("PY"): true
        default: false
        }
    }
}
