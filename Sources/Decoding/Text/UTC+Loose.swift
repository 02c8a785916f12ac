public import Records

extension UTC {
    /// Reads a moment in the forms seen in data: ISO 8601, an HTTP date, or seconds, milliseconds or
    /// microseconds since 1970, told apart by their number of digits (9–11, 12–14, 15–17).
    ///
    /// - Returns: `nil` for anything else; a text of which only a part can be read is not read.
    public init?(looseText text: String) {
        if let moment = UTC(iso8601: text) ?? UTC(httpDate: text) ?? UTC.epoch(text) {
            self = moment
        } else {
            return nil
        }
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
