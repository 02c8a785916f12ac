/// The state of a runway as reported; kept as text.
///
/// Source: WMO-No. 306, FM 15, group RDRDR/ERCReReRBRBR, and the forms of eight digits before it.
enum RunwayState {
    /// Whether a word is `R24/290050`, `R24/CLRD70`, `R24///////`, `R/SNOCLO`, `R13/70D` or the like.
    static func matches(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
        var scan = Scan(token)
        guard scan.take("R", bytes) else { return false }
        if scan.number(bytes, upTo: 2).count == 2 {
            _ = scan.take("L", bytes) || scan.take("R", bytes) || scan.take("C", bytes)
        }
        guard scan.take("/", bytes) else { return false }
        if scan.take("SNOCLO", bytes) { return scan.isAtEnd }
        if scan.take("CLRD", bytes) { return isFigures(scan, bytes) && scan.left <= 2 }
        if scan.left == 6 { return isFigures(scan, bytes) }
        _ = scan.number(bytes, upTo: 2)
        return scan.take("D", bytes) && scan.isAtEnd
    }

    /// Whether a word of eight bytes is `88490591`, `8849//91`, `99//9999`, `88CLRD//` or `09SNOCLO`.
    static func isOldStyle(_ token: Token) -> Bool {
        guard token.digits & 0b1100_0000 == 0b1100_0000 else { return false }
        let rest = Token(start: token.start + 2, count: 6, head: token.head << 16)
        if rest.is("SNOCLO") { return true }
        return (rest.begins("CLRD") ? 4..<6 : 0..<6).allSatisfy { rest[$0] == 0x2F || rest[$0] &- 0x30 < 10 }
    }

    private static func isFigures(_ scan: Scan, _ bytes: Span<UInt8>) -> Bool {
        (scan.at..<scan.end).allSatisfy { bytes[$0] == 0x2F || bytes[$0] &- 0x30 < 10 }
    }
}
