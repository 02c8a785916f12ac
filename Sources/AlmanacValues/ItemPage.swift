public import Records

/// One page of records: an answer of GetSnapshot or GetHistory.
public struct ItemPage: Sendable {
    /// The records of the page.
    public let items: [Item]
    /// The position of the following page; `nil` if this is the last one.
    public let next: String?
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer.
    public init(_ json: JSON) {
        items = (json["records"]?.array ?? []).compactMap(Item.init)
        next = json["next"]?.string
        self.json = json
    }
}
