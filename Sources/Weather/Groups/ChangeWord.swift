import Records

/// A word that begins a change of a forecast or a trend: BECMG, TEMPO, INTER, PROB30 or PROB40.
///
/// Reads also mistyped words, with one letter wrong, missing, doubled or exchanged with its neighbour, and
/// words that are typed without the space before the next group: TEMP0, BCMG, `BECMG0503/0504`.
///
/// Source: WMO-No. 306, FM 15 (TTTTT) and FM 51; INTER is Australian.
struct ChangeWord {
    /// The kind of change.
    let change: TAFGroup.Change
    /// The probability in per cent; `nil` if the word states none.
    let probability: Int?
    /// The length of the word in bytes; a glued group begins after it.
    let length: Int

    /// The correct word.
    var code: ShortText {
        switch change {
        case .becoming: ShortText(known: "BECMG")
        case .intermittent: ShortText(known: "INTER")
        case .probable: probability == 40 ? ShortText(known: "PROB40") : ShortText(known: "PROB30")
        default: ShortText(known: "TEMPO")
        }
    }

    /// Whether a word has the first letter of one of these words or of FM.
    @inline(__always)
    static func mayBegin(_ token: Token) -> Bool {
        switch token[0] {
        case UInt8(ascii: "T"), UInt8(ascii: "B"), UInt8(ascii: "F"), UInt8(ascii: "P"), UInt8(ascii: "I"):
            true
        default: false
        }
    }

    /// Parses the word in its correct form, which ends with its token; `nil` for other words.
    @inline(__always)
    static func readRegular(_ token: Token) -> ChangeWord? {
        if token.is("TEMPO") { return ChangeWord(change: .temporary, probability: nil, length: 5) }
        if token.is("BECMG") { return ChangeWord(change: .becoming, probability: nil, length: 5) }
        if token.is("INTER") { return ChangeWord(change: .intermittent, probability: nil, length: 5) }
        guard token.count == 6, token.begins("PROB"), token.digits == 0b0000_1100 else { return nil }
        return ChangeWord(change: .probable, probability: token.number(at: 4, 2), length: 6)
    }

    /// Parses the word in any form; `nil` for other words.
    static func read(_ token: Token, in bytes: Span<UInt8>) -> ChangeWord? {
        if let word = readRegular(token) { return word }
        guard token.count >= 4, token[0].isUppercase else { return nil }
        return readProbability(token, in: bytes) ?? readMistyped(token, in: bytes)
    }

    /// Parses `PROB30TEMPO`, `PROB3O` or `PRO40`: of the two probabilities there are, the one it resembles.
    private static func readProbability(_ token: Token, in bytes: Span<UInt8>) -> ChangeWord? {
        let letters = leadingLetters(of: token, in: bytes, limit: 5)
        guard letters >= 3, resembles(token.head(of: letters), "PROB") else { return nil }
        let digit = token[letters]
        guard digit == UInt8(ascii: "3") || digit == UInt8(ascii: "4"),
            token[letters + 1] == UInt8(ascii: "0") || token[letters + 1] == UInt8(ascii: "O"),
            isEnd(letters + 2, of: token, in: bytes)
        else { return nil }
        return ChangeWord(change: .probable, probability: Int(digit & 15) * 10, length: letters + 2)
    }

    private static func readMistyped(_ token: Token, in bytes: Span<UInt8>) -> ChangeWord? {
        for length in [5, 4, 6] where length <= token.count && isEnd(length, of: token, in: bytes) {
            let word = token.head(of: length)
            if resembles(word, "TEMPO") {
                return ChangeWord(change: .temporary, probability: nil, length: length)
            }
            if resembles(word, "BECMG") {
                return ChangeWord(change: .becoming, probability: nil, length: length)
            }
            if resembles(word, "INTER") {
                return ChangeWord(change: .intermittent, probability: nil, length: length)
            }
        }
        return nil
    }

    /// Whether a token ends at an offset, or a group follows there: a period, a time, a wind, a visibility or
    /// another word of a change.
    private static func isEnd(_ offset: Int, of token: Token, in bytes: Span<UInt8>) -> Bool {
        guard offset < token.count else { return offset == token.count }
        let rest = token.dropping(offset, in: bytes)
        guard !rest[0].isDigit else { return rest.count >= 4 }
        return rest.begins("FM") || rest.begins("AT") || rest.begins("TL") || rest.begins("/")
            || readRegular(rest) != nil || rest.begins("TEMPO") || GluedWords.isGroup(rest, in: bytes)
    }

    private static func leadingLetters(of token: Token, in bytes: Span<UInt8>, limit: Int) -> Int {
        (0..<min(limit, token.count)).prefix { bytes[token.start + $0].isUppercase }.count
    }

    /// Whether a word of letters is another one with at most one letter wrong, missing, added or exchanged
    /// with its neighbour.
    private static func resembles(_ word: Token, _ correct: StaticString) -> Bool {
        if word.is(correct) { return true }
        let wanted = Token(start: 0, count: correct.utf8CodeUnitCount, head: Token.head(correct))
        guard abs(word.count - wanted.count) <= 1, word.isLettersOrZeros else { return false }
        let same = (0..<min(word.count, wanted.count)).prefix { word[$0] == wanted[$0] }.count
        if word.count == wanted.count {
            return word.isEqual(to: wanted, from: same + 1, same + 1)
                || word[same] == wanted[same + 1] && word[same + 1] == wanted[same]
                    && word.isEqual(to: wanted, from: same + 2, same + 2)
        }
        let isLonger = word.count > wanted.count
        return word.isEqual(to: wanted, from: same + (isLonger ? 1 : 0), same + (isLonger ? 0 : 1))
    }
}

extension Token {
    /// Returns the first bytes as a word of its own, at most eight.
    fileprivate func head(of count: Int) -> Token {
        Token(start: start, count: count, head: head & (UInt64.max << UInt64(64 - 8 * min(8, count))))
    }

    /// Whether a short word has only capital letters, or a zero in the place of the letter O.
    fileprivate var isLettersOrZeros: Bool {
        (0..<count).allSatisfy { self[$0].isUppercase || self[$0] == UInt8(ascii: "0") }
    }

    /// Whether the bytes from one place on equal those of another word from another place on.
    fileprivate func isEqual(to other: Token, from place: Int, _ otherPlace: Int) -> Bool {
        guard count - place == other.count - otherPlace else { return false }
        return (0..<max(0, count - place)).allSatisfy { self[place + $0] == other[otherPlace + $0] }
    }
}
