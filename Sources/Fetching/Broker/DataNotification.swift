public import Records

/// A notification that data are available, as the brokers of the WMO Information System 2.0 send it.
///
/// Source: WIS2 Notification Message Encoding, version 1 (a GeoJSON feature).
public nonisolated struct DataNotification: Hashable, Sendable {
    /// An address of the data: of the first version (`canonical`), or of a new one that replaces the last
    /// (`update`).
    public struct Link: Hashable, Sendable {
        /// The address.
        public let url: String
        /// The media type; `nil` if not stated.
        public let mediaType: MediaType?

        fileprivate init?(_ json: JSON) {
            guard ["canonical", "update"].contains(json["rel"]?.string), let url = json["href"]?.string
            else { return nil }
            self.url = url
            mediaType = json["type"]?.string.flatMap { MediaType($0) }
        }
    }

    /// The identifier of the data: each broker and each cache sends a notification of its own with it.
    public let dataIdentifier: String
    /// The identity of what happened, which the notifications of all brokers and caches share.
    public let key: String
    /// The time of publication, by the clock of the publisher; `nil` if not stated.
    public let published: UTC?
    /// The addresses of the data; empty if the data are deleted.
    public let links: [Link]
    /// The data themselves; `nil` if it does not contain them, or they cannot be checked.
    public let document: EmbeddedDocument?

    /// Reads a message; `nil` if it is no such notification, or does not tell when or what it was: without both,
    /// two of the same data could not be told apart.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.first(where: { !$0.isWhitespace }) == UInt8(ascii: "{"),
            let json = try? JSON(parsing: Array(bytes)), json["type"]?.string == "Feature",
            let properties = json["properties"], let data = properties["data_id"]?.string, !data.isEmpty,
            let time = properties["pubtime"]?.string ?? json["id"]?.string
        else { return nil }
        dataIdentifier = data
        let links = json["links"]?.array ?? []
        let isDeletion = links.contains { $0["rel"]?.string == "deletion" }
        key = "\(data)\n\(time)\n\(isDeletion)"
        published = properties["pubtime"]?.string.flatMap { UTC(iso8601: $0) }
        self.links = isDeletion ? [] : links.compactMap(Link.init)
        document = EmbeddedDocument(properties)
    }
}
