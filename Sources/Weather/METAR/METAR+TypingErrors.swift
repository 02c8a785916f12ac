import Records

/// The parser of words that no correct report has.
extension METAR {
    /// Reads a word that is no group of a correct report.
    mutating func takeRest(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        // `M` is a missing value of some stations.
        if token.is("M") || takeWind(token, followedBy: &tokens, in: bytes) { return }
        notes.append(METARGroup(.unparsed, at: token))
        guard temperatures != nil || pressure != nil, token.isTime else { return }
        // The time of another report, whose groups are not those of this one.
        while let next = tokens.next(bytes) { notes.append(METARGroup(.unparsed, at: next)) }
    }

    private mutating func takeWind(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        temperatures == nil && pressure == nil
            && conditions.takeWind(token, followedBy: &tokens, at: station, in: bytes)
    }

    /// Reads `18/6`, a dew point or temperature of one digit, unless it may be a visibility.
    ///
    /// `11/4` is 1 1/4 miles where `SM` follows or no visibility is known; a dew point above the temperature
    /// is a fraction, such as `1/2`.
    mutating func takeShortTemperatures(
        _ token: Token, followedBy tokens: Tokens, in bytes: Span<UInt8>
    ) -> Bool {
        guard let found = Temperatures.readShort(token, in: bytes),
            !(tokens.peek(bytes)?.is("SM") ?? false),
            conditions.visibility != nil
                || Visibility.readMiles(token.start..<token.end, whole: 0, in: bytes) == nil
        else { return false }
        temperatures = found
        return true
    }
}
