public import Records

/// One page of records: an answer of GetSnapshot or GetHistory.
public struct ItemPage: Sendable {
    /// The records of the page.
    public let items: [Item]
    /// The position of the following page; `nil` if this is the last one.
    public let next: String?
    /// The moment at which the records were like this; `nil` for the present ones.
    public let at: UTC?
    /// The sources and records that are not known at that moment.
    public let unknown: [UnknownPast]
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer.
    public init(_ json: JSON) {
        items = (json["records"]?.array ?? []).compactMap(Item.init)
        next = json["next"]?.string
        at = json["atUSec"]?.moment
        unknown = (json["unknown"]?.array ?? []).compactMap(UnknownPast.init)
        self.json = json
    }
}
