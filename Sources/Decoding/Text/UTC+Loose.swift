public import Records

extension UTC {
    /// Reads a moment in the forms seen in data: ISO 8601 with parts missing, the words of mail and asctime
    /// (`Wed, 1 May 24 08:00 EST`), and seconds, milliseconds or microseconds since 1970, told apart by their
    /// number of digits (9–11, 12–14, 15–17).
    ///
    /// Without a zone it is UTC.
    ///
    /// - Returns: `nil` for anything else; a text of which only a part can be read is not read.
    public init?(looseText text: String) {
        if let moment = UTC(iso8601: text) ?? UTC.epoch(text) ?? UTC(dateText: text) {
            self = moment
        } else {
            return nil
        }
    }

    /// Reads a moment written as a date: all of `looseText` but numbers of seconds.
    public init?(dateText text: String) {
        let isNumeric = text.utf8.first.map { $0 &- 0x30 < 10 } ?? false
        if let moment = isNumeric ? UTC(iso8601: text) : MailDate.moment(text) {
            self = moment
            return
        }
        let words = DateWords(text)
        guard let moment = words.moment else { return nil }
        self = moment
    }

    private static func epoch(_ text: String) -> UTC? {
        let parts = text.utf8.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, let count = Int64(String(decoding: whole, as: UTF8.self)),
            parts.count == 1 || parts[1].allSatisfy({ $0 &- 0x30 < 10 })
        else { return nil }
        switch whole.count - (count < 0 ? 1 : 0) {
        case 9...11: return UTC(seconds: count)
        case 12...14: return UTC(microseconds: count * 1000)
        case 15...17: return UTC(microseconds: count)
        default: return nil
        }
    }
}
