import Records

/// The reader of remarks that are kept as reported: a subject and the place that follows it.
extension Remarks {
    /// Keeps a remark on lightning, tornadoes, thunderstorms or clouds; returns whether the word begins one.
    @inline(__always)
    mutating func parsePhrase(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        guard let sort = Remarks.sort(of: token, followedBy: tokens, in: bytes) else { return false }
        append(sort, from: token, &tokens, in: bytes)
        return true
    }

    /// Returns the subject that a word begins; `nil` if it begins none.
    @inline(__always)
    private static func sort(of token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>)
        -> RemarkPhrase.Sort?
    {
        switch token[0] {
        case UInt8(ascii: "L"): return token.begins("LTG") || token.is("LTNG") ? .lightning : nil
        case UInt8(ascii: "O"), UInt8(ascii: "F"): return sortOfAdjective(token, tokens, in: bytes)
        case UInt8(ascii: "C"):
            return isCloud(token) ? .cloud : sortOfAdjective(token, tokens, in: bytes)
        case UInt8(ascii: "T"):
            if token.is("TCU") { return .cloud }
            if token.begins("TORNADO") { return .tornado }
            return token[1] == UInt8(ascii: "S") && token.digits == 0 && isThunderstorm(token, in: bytes)
                ? .thunderstorm : nil
        case UInt8(ascii: "V"): return token.is("VCTS") ? .thunderstorm : nil
        case UInt8(ascii: "W"): return token.begins("WATERSPO") ? .tornado : nil
        case UInt8(ascii: "A"): return token.is("ACC") || token.is("ACSL") ? .cloud : nil
        case UInt8(ascii: "S"): return token.is("SCSL") ? .cloud : nil
        case .plus: return .tornado
        default: return nil
        }
    }

    private static func isCloud(_ token: Token) -> Bool {
        token.is("CB") || token.is("CBMAM") || token.begins("CB/") || token.is("CCSL")
    }

    private static func isThunderstorm(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        WeatherGroup.matches(token, in: bytes)
    }

    /// Returns the subject of two words: `OCNL LTG`, `FRQ LTGICCG`, `CONS LTGCA` or `FUNNEL CLOUD`.
    private static func sortOfAdjective(_ token: Token, _ tokens: Tokens, in bytes: Span<UInt8>)
        -> RemarkPhrase.Sort?
    {
        if token.is("FC") { return .tornado }
        let isFrequency = token.is("OCNL") || token.is("FRQ") || token.is("CONS")
        guard isFrequency || token.is("FUNNEL"), let next = tokens.peek(bytes) else { return nil }
        if isFrequency { return next.begins("LTG") || next.is("LTNG") ? .lightning : nil }
        return next.begins("CLOUD") ? .tornado : nil
    }

    /// Keeps the words from a subject to the end of its place.
    mutating func append(
        _ sort: RemarkPhrase.Sort, from first: Token, _ tokens: inout Tokens, in bytes: Span<UInt8>
    ) {
        var end = first.end
        if sort == .lightning {
            while let next = tokens.peek(bytes), next.begins("LTG") || next.is("LTNG") || isType(next) {
                end = next.end
                _ = tokens.next(bytes)
            }
        } else if sort == .tornado, let next = tokens.peek(bytes), next.begins("CLOUD") {
            end = next.end
            _ = tokens.next(bytes)
        }
        if let place = Remarks.skipPlace(&tokens, in: bytes) { end = place }
        append(sort, ReportText.phrase(bytes, range: first.start..<end))
    }

    /// Whether a word is a type of lightning that was separated from `LTG`.
    private func isType(_ token: Token) -> Bool {
        token.is("IC") || token.is("CC") || token.is("CG") || token.is("CA") || token.is("CW")
    }
}

/// Weather beside the station, and the state of the sky.
extension Remarks {
    /// Keeps a remark that begins with weather or a sky cover: `SHRA DSNT W`, `FU BKN020`, `BKN V SCT`.
    mutating func parseSurroundings(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) {
        if token.count == 3 || token.digits != 0 {
            return parseVariableSky(token, followedBy: &tokens, in: bytes)
        }
        guard token.is("VIRGA") || WeatherGroup.matches(token, in: bytes),
            let next = tokens.peek(bytes)
        else { return }
        if next.count == 6, Remarks.isCover(next) {
            _ = tokens.next(bytes)
            append(.obscuration, ReportText.phrase(bytes, range: token.start..<next.end))
        } else if Remarks.isPlace(next, in: bytes) || next.is("BANK") {
            append(.nearby, from: token, &tokens, in: bytes)
        }
    }

    /// Reads `BKN V SCT` or `BKN014 V OVC`.
    private mutating func parseVariableSky(
        _ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>
    ) {
        var ahead = tokens
        guard Remarks.isCover(token), ahead.next(bytes)?.is("V") ?? false, let last = ahead.next(bytes),
            Remarks.isCover(last)
        else {
            return
        }
        tokens = ahead
        append(.variableSky, ReportText.phrase(bytes, range: token.start..<last.end))
    }

    /// Whether a word is a sky cover, with or without a height.
    private static func isCover(_ token: Token) -> Bool {
        guard token.count == 3 || token.count == 6 && token.digits == 0b0001_1100 else { return false }
        return token.begins("FEW") || token.begins("SCT") || token.begins("BKN") || token.begins("OVC")
            || token.is("SKC") || token.is("CLR")
    }

    /// The letters CB in the lowest places.
    private static let cumulonimbus = UInt32(UInt8(ascii: "C")) << 8 | UInt32(UInt8(ascii: "B"))
    /// The letters TCU in the lowest places.
    private static let toweringCumulus =
        UInt32(UInt8(ascii: "T")) << 16 | UInt32(UInt8(ascii: "C")) << 8 | UInt32(UInt8(ascii: "U"))

    /// Keeps cloud types with their eighths if one of them is CB or TCU: `CB3TCU1AC1`.
    mutating func parseCloudTypes(_ token: Token, in bytes: Span<UInt8>) {
        var type: UInt32 = 0
        var isSignificant = false
        for place in token.start..<token.end {
            let byte = bytes[place]
            if byte.isUppercase, type < 1 << 16 {
                type = type << 8 | UInt32(byte)
            } else {
                guard byte.isDigit, type > 1 << 8 else { return }
                if type == Remarks.cumulonimbus || type == Remarks.toweringCumulus { isSignificant = true }
                type = 0
            }
        }
        if isSignificant, type == 0 { append(.cloud, token.text(bytes)) }
    }
}
