import Records

/// The state of a runway, which is kept as text.
///
/// Source: WMO-No. 306, FM 15, group RDRDR/ERCReReRBRBR, and its predecessors of eight digits.
enum RunwayState {
    /// Whether a word has the form `R24/290050`, `R24/CLRD70`, `R24///////`, `R/SNOCLO` or `R13/70D`.
    static func matches(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        var scan = ByteCursor(token)
        guard scan.consume("R", in: bytes) else { return false }
        if scan.number(bytes, upTo: 2).count == 2 {
            _ = scan.consume("L", in: bytes) || scan.consume("R", in: bytes) || scan.consume("C", in: bytes)
        }
        guard scan.consume("/", in: bytes) else { return false }
        if scan.consume(letters: "SNOCLO", in: bytes) { return scan.isAtEnd }
        if scan.consume(letters: "CLRD", in: bytes) { return isFigures(scan, in: bytes) && scan.left <= 2 }
        if scan.left == 6 { return isSixFigures(scan, in: bytes) }
        _ = scan.number(bytes, upTo: 2)
        return scan.consume("D", in: bytes) && scan.isAtEnd
    }

    /// Whether a word of eight bytes has the form `88490591`, `8849//91`, `99//9999`, `88CLRD//` or
    /// `09SNOCLO`.
    static func isOldStyle(_ token: Token) -> Bool {
        guard token.digits & 0b1100_0000 == 0b1100_0000 else { return false }
        let rest = Token(start: token.start + 2, count: 6, head: token.head << 16)
        if rest.is("SNOCLO") { return true }
        return (rest.begins("CLRD") ? 4..<6 : 0..<6).allSatisfy { rest[$0] == .slash || rest[$0].isDigit }
    }

    /// Whether six figures remain, ERCReReRBRBR, such as `290050`, `0900//` or `//////`. A runway visual
    /// range has four, and after their slash a letter or nothing.
    static func isSixFigures(_ scan: ByteCursor, in bytes: Span<UInt8>) -> Bool {
        scan.left == 6 && isFigures(scan, in: bytes)
    }

    private static func isFigures(_ scan: ByteCursor, in bytes: Span<UInt8>) -> Bool {
        (scan.at..<scan.end).allSatisfy { bytes[$0] == .slash || bytes[$0].isDigit }
    }
}
