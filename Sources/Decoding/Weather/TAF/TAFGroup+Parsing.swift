extension TAFGroup.WindShear {
    /// Reads `WS020/22045KT`; `nil` when the word is none.
    static func read(_ token: Token, _ bytes: Span<UInt8>) -> TAFGroup.WindShear? {
        var scan = Scan(token.start + 2..<token.end)
        guard let hundreds = scan.number(bytes, exactly: 3), scan.take("/", bytes),
            let direction = scan.number(bytes, exactly: 3), direction <= 360
        else { return nil }
        let speed = scan.number(bytes, upTo: 3)
        guard speed.count >= 2, scan.take("KT", bytes), scan.isAtEnd else { return nil }
        return TAFGroup.WindShear(height: hundreds * 100, direction: direction, speed: speed.value)
    }
}

extension TAFGroup.Hazard {
    /// Reads `520003` (turbulence) or `620304` (icing): kind, base in hundreds, depth in thousands of feet.
    ///
    /// Source: AFMAN 15-124, attachment 4, groups 5BhBhBhBt and 6IchihihitL.
    static func read(_ token: Token) -> TAFGroup.Hazard? {
        guard token[0] == 0x35 || token[0] == 0x36, token[1] == 0x58 || token[1] &- 0x30 < 10 else {
            return nil
        }
        let type = Code(letters: UInt32(token[1]) << 24)
        return TAFGroup.Hazard(
            isIcing: token[0] == 0x36, type: type, base: token.number(at: 2, 3) * 100,
            depth: token.number(at: 5, 1) * 1000)
    }
}

extension Pressure {
    /// Reads `QNH2992INS`; `nil` when the word is none.
    static func readInches(_ token: Token, _ bytes: Span<UInt8>) -> Pressure? {
        guard token.count == 10, token.begins("QNH"), token.digits == 0b0001_1110 else { return nil }
        let suffix = Token(start: token.start + 7, end: token.end, in: bytes)
        return suffix.is("INS") ? Pressure(hundredths: token.number(at: 3, 4), .inches) : nil
    }
}
