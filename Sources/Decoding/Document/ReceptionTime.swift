import Records

/// The member `received` in the canonical texts of entries.
///
/// Most entries of a document are as they were, but for this time: it is found by comparing bytes, which takes
/// a tenth of the time of reading the members of both.
enum ReceptionTime {
    /// The name of the member.
    static let member = "received"
    /// The bytes before the time. Within a string, the quotes would be escaped, so this is always a member.
    private static let opening = Array("\"\(member)\":\"".utf8)

    /// Whether two canonical texts differ in nothing but the value of one member of this name.
    static func differsAlone(_ text: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
        let same = text.commonPrefix(with: other)
        guard isWithinTime(same, of: text), let end = text.firstQuote(from: same),
            let otherEnd = other.firstQuote(from: same)
        else { return false }
        return text.extracting(end...).hasSameBytes(as: other.extracting(otherEnd...))
    }

    /// Whether the time is the string at an offset: no quote is between its opening and the offset.
    private static func isWithinTime(_ offset: Int, of text: Span<UInt8>) -> Bool {
        var start = offset
        while start > 0, text[start - 1] != .quote { start -= 1 }
        return text.extracting(..<start).hasSuffix(opening.span)
    }
}

extension Span<UInt8> {
    /// Returns the offset of the first quote at an offset or after it.
    fileprivate func firstQuote(from offset: Int) -> Int? { (offset..<count).first { self[$0] == .quote } }

    /// Whether these bytes end with others.
    fileprivate func hasSuffix(_ end: Span<UInt8>) -> Bool {
        count >= end.count && extracting(last: end.count).hasSameBytes(as: end)
    }
}
