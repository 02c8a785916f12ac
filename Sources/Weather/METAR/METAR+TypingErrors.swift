import Records

/// The parser of words that no correct report has.
extension METAR {
    /// Reads a word that is no group of a correct report.
    mutating func parseMistyped(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>) {
        // `M` is a missing value of some stations.
        if token.is("M") || parseWind(token, followedBy: &tokens, in: bytes) { return }
        if parseGlued(token, followedBy: &tokens, in: bytes) { return }
        if ChangeWord.read(token, in: bytes) != nil || METAR.isTimeOfTrend(token, before: tokens, in: bytes) {
            return readTrend(from: token, &tokens, in: bytes)
        }
        recordUnparsed(token, in: bytes)
        guard temperatures != nil || pressure != nil, token.isTime else { return }
        // The time of another report, whose groups are not those of this one.
        while let next = tokens.next(bytes) { notes.append(METARGroup(.unparsed, at: next)) }
    }

    /// Records a word that was not understood; before the temperature it may be a visibility or a layer.
    private mutating func recordUnparsed(_ token: Token, in bytes: Span<UInt8>) {
        notes.append(METARGroup(.unparsed, at: token))
        let part = ReportText.part(of: token, bytes)
        // Some stations repeat their name, or say that a routine report is delayed.
        let isHarmless = token.is("RTD") || ShortText(token, in: bytes) == station
        let isBefore = temperatures == nil && pressure == nil && ReportText.mayBeSky(part) && !isHarmless
        conditions.hasUnreadWord = conditions.hasUnreadWord || isBefore || part == "cloud layer"
        // A word like temperatures, before any visibility, may be a visibility: `M1/ 4SM`.
        if part == "temperature", conditions.visibility == nil { conditions.mayHaveOtherVisibility = true }
    }

    /// Reads the first of several groups without a space between them.
    private mutating func parseGlued(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        guard let split = GluedWords.split(token, in: bytes) else { return false }
        var rest = tokens
        rest.offset = token.start + split.length + split.gap
        let first = Token(start: token.start, end: token.start + split.length, in: bytes)
        guard parseRegular(first, in: bytes) || parse(first, followedBy: &rest, in: bytes) else {
            return false
        }
        tokens = rest
        return true
    }

    /// Whether a word begins a trend as in `FM 1300`, with an extra space.
    private static func isTimeOfTrend(_ token: Token, before tokens: Tokens, in bytes: Span<UInt8>) -> Bool {
        guard token.is("FM"), let next = tokens.peek(bytes) else { return false }
        return next.digits & 0b1111_0000 == 0b1111_0000 && (next.count == 4 || next.count == 6)
    }

    private mutating func parseWind(_ token: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
        -> Bool
    {
        temperatures == nil && pressure == nil
            && conditions.parseWind(token, followedBy: &tokens, at: station, in: bytes)
    }

    /// Reads `18/6`, a dew point or temperature of one digit, unless it may be a visibility.
    ///
    /// `11/4` is 1 1/4 miles where `SM` follows or no visibility is known; a dew point above the temperature
    /// is a fraction, such as `1/2`.
    mutating func parseShortTemperatures(
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
