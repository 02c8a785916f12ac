/// The text of reports.
enum ReportText {
    /// The text without blanks and a `=` at its end; the same memory where there are none.
    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        let bytes = text.span
        var end = bytes.count
        while end > 0, bytes[end - 1] <= 0x20 || bytes[end - 1] == 0x3D { end -= 1 }
        return end == text.count ? text : Array(text[..<end])
    }

    /// Whether the words of a range are ASCII and parted by single blanks already.
    static func isTidy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var last: UInt8 = 0x20
        for place in range {
            let byte = bytes[place]
            guard byte > 0x20 && byte < 0x80 || byte == 0x20 && last > 0x20 else { return false }
            last = byte
        }
        return last > 0x20
    }

    /// The words of a range, parted by single blanks.
    static func words(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var tokens = Tokens(range)
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        while let token = tokens.next(bytes) {
            if !text.isEmpty { text.append(0x20) }
            for place in token.start..<token.end { text.append(bytes[place]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What a word that was not understood was meant to be, by how it begins or ends.
    ///
    /// - Returns: The part's name; `nil` when it looks like nothing known.
    static func part(of token: Token, _ bytes: Span<UInt8>) -> String? {
        let (last, beforeLast) = (bytes[token.end - 1], token.count > 1 ? bytes[token.end - 2] : 0)
        let hasDigit = token.digits != 0
        guard hasDigit || token[0] == 0x2F || last == 0x54 else { return nil }
        if beforeLast == 0x4B && last == 0x54 || last == 0x53 && beforeLast == 0x50 || token.begins("VRB") {
            return "wind"
        }
        if beforeLast == 0x53 && last == 0x4D { return "visibility" }
        if last == 0x5A, token.count > 4 { return "time" }
        if token.begins("FEW") || token.begins("SCT") || token.begins("BKN") || token.begins("OVC")
            || token.begins("VV")
        {
            return "cloud layer"
        }
        if token[0] == 0x51 || token[0] == 0x41 && token[1] < 0x3A { return "pressure" }
        if token[0] == 0x52, token.digits & 0b0110_0000 == 0b0110_0000 { return "runway group" }
        return shape(token)
    }

    /// Words of digits: `201/16`, `36020`, `26026G40`.
    private static func shape(_ token: Token) -> String? {
        let hasSlash = (0..<min(4, token.count)).contains { token[$0] == 0x2F }
        let startsWithDigit = token.digits & 0b1000_0000 != 0
        if hasSlash, startsWithDigit || token[0] == 0x4D, token.count <= 7 { return "temperature" }
        if token.digits & 0b1111_1000 == 0b1111_1000, token.count <= 10 { return "wind" }
        if token.digits & 0b1111_0000 == 0b1111_0000, token.count <= 7 { return "visibility" }
        return nil
    }
}
