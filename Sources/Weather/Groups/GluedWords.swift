import Records

/// Groups that are typed without the space between them, or are joined by a slash: `BROVC004`, `Q1013NOSIG`,
/// `A2992RMK`, `SA/TSRA`, `Q1008/A2977`.
enum GluedWords {
    /// The place at which a word that is no group is two or more groups.
    struct Split {
        /// The length of the first group in bytes.
        let length: Int
        /// The number of bytes between it and the next group: 1 for a slash, otherwise 0.
        let gap: Int
    }

    private enum Sort {
        case weather, cloud, sky, pressure, temperature, wind, visibility, runway, change, other
    }

    /// Finds the first place at which a word ends a group and all that follows are groups; `nil` if there is
    /// none, so that nothing is guessed.
    static func split(_ token: Token, in bytes: Span<UInt8>) -> Split? {
        guard token.count >= 4, token.count <= 40 else { return nil }
        return split(token, depth: 0, in: bytes)
    }

    /// Whether a word is a group, or several of them.
    static func isGroup(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        sort(of: token, in: bytes) != nil || split(token, in: bytes) != nil
    }

    private static func split(_ token: Token, depth: Int, in bytes: Span<UInt8>) -> Split? {
        guard depth < 4, token.count >= 4 else { return nil }
        for length in 2..<token.count - 1 {
            let first = Token(start: token.start, end: token.start + length, in: bytes)
            guard let sort = sort(of: first, in: bytes) else { continue }
            let isSlash = bytes[first.end] == .slash
            let rest = token.dropping(length + (isSlash ? 1 : 0), in: bytes)
            guard rest.count >= 2, isSlash || !joinsDigits(at: first.end, in: bytes) else { continue }
            let next = GluedWords.sort(of: rest, in: bytes)
            guard next != nil || split(rest, depth: depth + 1, in: bytes) != nil else { continue }
            guard !isSlash || isAlternative(sort, next) else { continue }
            return Split(length: length, gap: isSlash ? 1 : 0)
        }
        return nil
    }

    /// Whether a slash may join two groups: weather, pressures or layers.
    private static func isAlternative(_ sort: Sort, _ next: Sort?) -> Bool {
        next == nil || next == sort && (sort == .weather || sort == .pressure || sort == .cloud)
    }

    private static func joinsDigits(at place: Int, in bytes: Span<UInt8>) -> Bool {
        bytes[place].isDigit && bytes[place - 1].isDigit
    }

    /// Returns the kind of a word that is one complete group; `nil` for other words.
    private static func sort(of token: Token, in bytes: Span<UInt8>) -> Sort? {
        if WeatherGroup.matches(token, in: bytes) { return .weather }
        if token.count >= 6 || token.begins("VV"), CloudLayer.read(token, in: bytes) != nil { return .cloud }
        if isSky(token) { return .sky }
        if token.count == 5, Pressure.read(token, in: bytes) != nil { return .pressure }
        if token.count >= 5, Temperatures.read(token, in: bytes) != nil { return .temperature }
        if token.count >= 7, Wind.read(token, in: bytes) != nil { return .wind }
        if Visibility.readMiles(token, whole: 0, in: bytes) != nil { return .visibility }
        if token.count == 4, token.digits == 0b1111_0000 { return .visibility }
        if RunwayVisualRange.read(token, in: bytes) != nil { return .runway }
        if ChangeWord.readRegular(token) != nil || token.is("NOSIG") { return .change }
        return isOther(token, in: bytes) ? .other : nil
    }

    private static func isSky(_ token: Token) -> Bool {
        token.is("CLR") || token.is("SKC") || token.is("NSC") || token.is("NCD") || token.is("NSW")
            || token.is("CAVOK")
    }

    private static func isOther(_ token: Token, in bytes: Span<UInt8>) -> Bool {
        token.is("RMK") || token.is("AUTO") || Trend.isColor(token)
            || token.begins("T") && TAFExtreme.Word.read(token, in: bytes) != nil
    }
}
