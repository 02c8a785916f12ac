import Records

/// The choice of an encoding by the bytes of a text: they can prove that a label is wrong.
///
/// Text in another encoding is hardly ever valid UTF-8, since each character beyond ASCII needs a lead byte
/// and the right number of continuation bytes.
struct CharsetProof {
    /// The labels of the text, the most credible one first.
    let labels: [CharsetLabel]
    /// The number of characters beyond ASCII from which valid UTF-8 outweighs the label of an encoding with
    /// several bytes per character, whose text may be valid UTF-8 by chance if it is short.
    private static let fewest = 4

    /// Returns the encoding of a text of which the sample contains the first characters beyond ASCII.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - isWhole: Whether the text ends with the sample; otherwise its last character may be incomplete.
    /// - Returns: The encoding that the sample proves, otherwise that of the labels.
    func charset(_ sample: Span<UInt8>, isWhole: Bool) -> Charset {
        let count = UTF8Repair.counts(sample, isWhole: isWhole)
        let other = labels.first { $0.charset != .utf8 }?.charset
        if isUTF8(count, sample) { return .utf8 }
        // A text that is neither UTF-8 nor windows-1252 keeps its label.
        let isLabelled = labels.contains { $0.charset == .utf8 }
        let isWestern = !isLabelled || !Windows1252.hasUndefined(sample)
        return other ?? (isWestern ? .windows1252 : .utf8)
    }

    /// Whether the text is UTF-8, although some of its characters may be damaged.
    private func isUTF8(_ count: UTF8Repair.Counts, _ sample: Span<UInt8>) -> Bool {
        switch labels.first?.charset {
        // A program that cuts a text after some bytes leaves the beginning of a character.
        case .utf8: return count.invalid == 0 || count.valid > 0 && count.valid >= count.invalid - count.cut
        case nil: return count.valid > 4 * count.invalid || count.invalid == 0
        case .windows1252: return count.valid > 4 * count.invalid
        case .some(let label):
            guard count.invalid == 0, count.valid > 0 else { return false }
            return count.valid >= CharsetProof.fewest || !label.canEncode(sample)
        }
    }

    /// Returns the encoding that the first bytes of a text prove, before its characters are known.
    ///
    /// - Parameter first: The first bytes.
    /// - Returns: UTF-16 without a byte order mark; `nil` if nothing is proved.
    static func wide(_ first: [UInt8]) -> Charset? {
        guard first.count >= 4 else { return nil }
        func isText(_ byte: UInt8) -> Bool { byte.isASCII && byte != 0 }
        if isText(first[0]), first[1] == 0, isText(first[2]), first[3] == 0 { return .utf16LittleEndian }
        if first[0] == 0, isText(first[1]), first[2] == 0, isText(first[3]) { return .utf16BigEndian }
        return nil
    }

    /// Whether the first bytes of a text disprove that its characters have two or four bytes: they are UTF-8
    /// without control characters.
    static func isNarrow(_ first: ArraySlice<UInt8>) -> Bool {
        first.allSatisfy { $0 >= .space || $0 == .tab || $0.isLineEnd }
            && UTF8Repair.isValid(first.span, isWhole: false)
    }
}

extension Charset {
    /// Whether a text is valid in this encoding; its last character may be incomplete.
    fileprivate func canEncode(_ sample: Span<UInt8>) -> Bool {
        guard let converter = TextConverter(from: self) else { return false }
        var text: [UInt8] = []
        converter.convert(sample, into: &text)
        return converter.faults == 0
    }
}
