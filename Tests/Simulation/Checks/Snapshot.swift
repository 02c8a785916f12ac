import Records

/// The answer of GetSnapshot.
struct Snapshot {
    let cursor: String
    /// The records as the interface sends them.
    let records: [JSON]
    /// The data by source and key.
    let data: [String: [String: JSON]]

    /// Reads a reply; `nil` if it is an error or one page of several.
    init?(_ reply: JSON) {
        guard reply["parameters"]?["next"]?.string == nil else { return nil }
        self.init(pages: [reply])
    }

    /// Joins the replies of all pages; `nil` if one is an error.
    init?(pages: [JSON]) {
        guard let cursor = pages.first?["parameters"]?["cursor"]?.string else { return nil }
        var records: [JSON] = []
        for page in pages {
            guard let some = page["parameters"]?["records"]?.array else { return nil }
            records += some
        }
        self.cursor = cursor
        self.records = records
        var data: [String: [String: JSON]] = [:]
        for record in records {
            guard let source = record["source"]?.string, let key = record["key"]?.string else { return nil }
            data[source, default: [:]][key] = record["data"] ?? .null
        }
        self.data = data
    }
}
