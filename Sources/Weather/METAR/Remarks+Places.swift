import Records

/// The places of remarks: distances, directions and movements.
extension Remarks {
    /// Consumes the words of a place, such as `DSNT N AND NW-NE MOV E`.
    ///
    /// - Returns: The offset of its end; `nil` if no place follows, and nothing is consumed.
    static func skipPlace(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> Int? {
        var ahead = tokens
        var end: Int?
        while let token = ahead.next(bytes) {
            if isPlace(token, in: bytes) {
                tokens = ahead
                end = token.end
            } else if !isConnector(token) {
                break
            }
        }
        return end
    }

    /// Whether a word belongs to a place by itself.
    static func isPlace(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        switch token[0] {
        case UInt8(ascii: "N"), UInt8(ascii: "W"): isDirection(token, in: bytes)
        case UInt8(ascii: "S"): isDirection(token, in: bytes) || token.begins("STNR")
        case UInt8(ascii: "E"): isDirection(token, in: bytes) || isMinutes(token, in: bytes)
        case UInt8(ascii: "B"): isMinutes(token, in: bytes)
        case UInt8(ascii: "O"): token.begins("OHD") || token.begins("OVHD")
        case UInt8(ascii: "V"): token.is("VC")
        case UInt8(ascii: "D"): token.is("DSNT") || token.is("DIST") || token.is("DSTN") || token.is("DST")
        case UInt8(ascii: "A"): token.is("ALQDS") || token.is("ALQS") || token.is("ARND")
        case UInt8(ascii: "L"): token.is("LTL")
        case UInt8(ascii: "Q"): token.begins("QUAD") || token.is("QDS")
        case UInt8(ascii: "1")...UInt8(ascii: "9"): isDistance(token, in: bytes)
        default: false
        }
    }

    /// Whether a word consists of directions, such as `SW`, `NE-S` or `N/NW`.
    static func isDirection(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        var letters = 0
        for place in token.start..<token.end {
            switch bytes[place] {
            case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "S"), UInt8(ascii: "W"): letters += 1
            case .hyphen, .slash:
                if letters == 0 { return false }
                letters = 0
            default: return false
            }
            if letters > 3 { return false }
        }
        return letters > 0
    }

    /// Whether a word is the beginning or end of a tornado: `B25`, `E1845` or `B13E25`.
    private static func isMinutes(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard token.count >= 3, token.digits & 0b0110_0000 == 0b0110_0000 else { return false }
        for place in token.start..<token.end {
            let byte = bytes[place]
            guard byte.isDigit || byte == UInt8(ascii: "B") || byte == UInt8(ascii: "E") else { return false }
        }
        return true
    }

    /// Whether a word is a distance or quadrants: `5KM`, `10SM`, `12NM`, `4QDS`.
    private static func isDistance(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        guard token.count >= 3, token.count <= 5 else { return false }
        var scan = ByteCursor(token)
        guard scan.number(bytes, upTo: 2).count > 0 else { return false }
        return scan.consume(letters: "KM", in: bytes) && scan.isAtEnd
            || scan.consume(letters: "SM", in: bytes) && scan.isAtEnd
            || scan.consume(letters: "NM", in: bytes) && scan.isAtEnd
            || scan.consume(letters: "QDS", in: bytes) && scan.isAtEnd
    }

    /// Whether a word belongs to a place if one follows it.
    private static func isConnector(_ token: Token) -> Bool {
        switch token[0] {
        case UInt8(ascii: "A"): token.is("AND") || token.is("ASOCTD")
        case UInt8(ascii: "B"): token.is("BANK")
        case UInt8(ascii: "M"): token.is("MOV") || token.is("MOVG") || token.is("MOVD") || token.is("MVG")
        case UInt8(ascii: "T"): token.is("THRU") || token.is("TO") || token.is("TOP") || token.is("TOPS")
        case .hyphen: token.count == 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            token.count == 1 || token.count == 2 && token.digits == 0b1100_0000
                || token.count == 3 && token.digits == 0b1000_0000 && token[2] == UInt8(ascii: "D")
        default: false
        }
    }
}
