public import Records

extension UTC {
    /// Parses a moment in the forms found in data: ISO 8601 with missing parts, the words of mail and asctime
    /// (`Wed, 1 May 24 08:00 EST`), and seconds, milliseconds or microseconds since 1970, distinguished by
    /// their number of digits (9–11, 12–14, 15–17).
    ///
    /// Without a zone, the time is in UTC.
    ///
    /// - Returns: `nil` for any other text; the whole text must be understood.
    public init?(looseText text: String) {
        if let moment = UTC(iso8601: text) ?? UTC.epoch(text) ?? UTC(dateText: text) {
            self = moment
        } else {
            return nil
        }
    }

    /// Parses a moment written as a date: every form of `looseText` except numbers of seconds.
    public init?(dateText text: String) {
        let isNumeric = text.utf8.first.map { $0.isDigit } ?? false
        if let moment = isNumeric ? UTC(iso8601: text) : MailDate.moment(text) {
            self = moment
            return
        }
        let words = DateWords(text)
        guard let moment = words.moment else { return nil }
        self = moment
    }

    private static func epoch(_ text: String) -> UTC? {
        let parts = text.utf8.split(separator: .period, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, let count = Int64(String(decoding: whole, as: UTF8.self)),
            parts.count == 1 || parts[1].allSatisfy({ $0.isDigit })
        else { return nil }
        switch whole.count - (count < 0 ? 1 : 0) {
        case 9...11: return UTC(seconds: count)
        case 12...14: return UTC(microseconds: count * 1000)
        case 15...17: return UTC(microseconds: count)
        default: return nil
        }
    }
}
