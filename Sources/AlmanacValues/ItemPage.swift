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

    /// Parses an answer; returns `nil` if an element has another shape, so that a part never seems to be all.
    public init?(_ json: JSON) {
        let read = ReadList(json["records"], Item.init)
        let missing = ReadList(json["unknown"], UnknownPast.init)
        guard read.unread + missing.unread == 0 else { return nil }
        items = read.elements
        unknown = missing.elements
        next = json["next"]?.string
        at = json["atUSec"]?.moment
        self.json = json
    }
}
