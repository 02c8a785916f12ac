import Records

/// The mark of a record that is missing in documents: the member `unconfirmed` of its data, the moment since
/// when. It is no change: neither the hash of the record nor the log of changes has it.
extension [UInt8] {
    private static let mark = "unconfirmed"

    /// Returns the data with another mark, without one for `nil`; `nil` if they are no JSON object.
    func marked(since moment: UTC?) -> [UInt8]? {
        guard let members = (try? JSON(parsing: self))?.object else { return nil }
        let others = members.filter { $0.name != [UInt8].mark }
        guard let moment else { return JSON.object(others).canonicalBytes }
        return JSON.object(others + [.init([UInt8].mark, .string(moment.description))]).canonicalBytes
    }

    /// The moment of the mark; `nil` without one.
    var markedSince: UTC? {
        guard self[...].contains(text: "\"\([UInt8].mark)\":") else { return nil }
        return (try? JSON(parsing: self))?[[UInt8].mark]?.string.flatMap { UTC(iso8601: $0) }
    }

    /// The data without the mark; `nil` if they have none.
    var unmarked: [UInt8]? { markedSince == nil ? nil : marked(since: nil) }
}
