import Records

/// A notification that data are available, as the brokers of the WMO Information System 2.0 send it.
///
/// Source: WIS2 Notification Message Encoding, version 1 (a GeoJSON feature).
public nonisolated struct DataNotification: Hashable, Sendable {
    /// The identifier of the data: each broker and each cache sends a notification of its own with it.
    public let dataIdentifier: String
    /// The identity of what happened, which the notifications of all brokers and caches share.
    public let key: String

    /// Reads a message; `nil` if it is no such notification, or does not tell when or what it was: without both,
    /// two of the same data could not be told apart.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.first(where: { !$0.isWhitespace }) == UInt8(ascii: "{"),
            let json = try? JSON(parsing: Array(bytes)), json["type"]?.string == "Feature",
            let properties = json["properties"], let data = properties["data_id"]?.string, !data.isEmpty,
            let time = properties["pubtime"]?.string ?? json["id"]?.string
        else { return nil }
        dataIdentifier = data
        let relations = (json["links"]?.array ?? []).compactMap { $0["rel"]?.string }
        key = "\(data)\n\(time)\n\(relations.contains("deletion"))"
    }
}
