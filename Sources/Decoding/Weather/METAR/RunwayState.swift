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

    /// Whether a word of eight bytes is `88490591`, `8849//91` or `99//9999`.
    static func isOldStyle(_ token: Token) -> Bool {
        token.digits & 0b1100_0000 == 0b1100_0000
            && (2..<8).allSatisfy { token[$0] == 0x2F || token[$0] &- 0x30 < 10 }
    }

    private static func isFigures(_ scan: Scan, _ bytes: Span<UInt8>) -> Bool {
        (scan.at..<scan.end).allSatisfy { bytes[$0] == 0x2F || bytes[$0] &- 0x30 < 10 }
    }
}
