import Records

extension TAFGroup.WindShear {
    /// Parses `WS020/22045KT`; `nil` for other words.
    static func read(_ token: Token, in bytes: Span<UInt8>) -> TAFGroup.WindShear? {
        var scan = ByteCursor(token.start + 2..<token.end)
        guard let hundreds = scan.number(bytes, exactly: 3), scan.consume("/", in: bytes),
            let direction = scan.number(bytes, exactly: 3), direction <= 360
        else { return nil }
        let speed = scan.number(bytes, upTo: 3)
        guard speed.count >= 2, scan.consume(letters: "KT", in: bytes), scan.isAtEnd else { return nil }
        return TAFGroup.WindShear(height: hundreds * 100, direction: direction, speed: speed.value)
    }
}

extension TAFGroup.Hazard {
    /// Parses `520003` (turbulence) or `620304` (icing): type, base in hundreds of feet, depth in thousands
    /// of feet, 0 for up to the top of the clouds.
    ///
    /// Source: AFMAN 15-124, attachment 4, groups 5BhBhBhBt and 6IchihihitL; WMO-No. 306, code table 4013.
    static func read(_ token: Token) -> TAFGroup.Hazard? {
        guard token[0] == UInt8(ascii: "5") || token[0] == UInt8(ascii: "6"),
            token[1] == UInt8(ascii: "X") || token[1].isDigit
        else {
            return nil
        }
        let type = ShortText(letters: UInt32(token[1]) << 24)
        let depth = token.number(at: 5, 1)
        return TAFGroup.Hazard(
            isIcing: token[0] == UInt8(ascii: "6"), type: type, base: token.number(at: 2, 3) * 100,
            depth: depth == 0 ? nil : depth * 1000)
    }
}

extension Pressure {
    /// Parses `QNH2992INS`; `nil` for other words.
    static func readInches(_ token: Token, in bytes: Span<UInt8>) -> Pressure? {
        guard token.count == 10, token.begins("QNH"), token.digits == 0b0001_1110 else { return nil }
        let suffix = Token(start: token.start + 7, end: token.end, in: bytes)
        let hundredths = token.number(at: 3, 4)
        guard suffix.is("INS"), isPossible(hundredths, .inches) else { return nil }
        return Pressure(hundredths: hundredths, .inches)
    }
}
