public import Records

/// A record of io.almanac: a station's report, a feed's entry, a table's row.
public struct Item: Sendable {
    /// The source's name.
    public let source: String
    /// The record's key within the source.
    public let key: String
    /// The title; `nil` if the record has none.
    public let title: String?
    /// The time of the last change.
    public let at: UTC?
    /// The source's generation when the record last changed; `nil` if unknown.
    public let generation: Int?
    /// The position; `nil` if unknown or not sent.
    public let position: Position?
    /// The data of the record.
    public let data: JSON
    /// The record as received from the daemon; `null` if it was made by this program.
    public let json: JSON

    /// Parses a record; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let source = json["source"]?.string, let key = json["key"]?.string,
            let data = json["data"], data.object != nil
        else { return nil }
        self.source = source
        self.key = key
        self.data = data
        self.json = json
        title = json["title"]?.string
        at = json["realtimeUSec"]?.moment
        generation = json["generation"]?.int
        position = json.position
    }

    /// Makes a record of its parts.
    public init(
        source: String, key: String, title: String? = nil, at: UTC? = nil, generation: Int? = nil,
        position: Position? = nil, data: JSON
    ) {
        self.source = source
        self.key = key
        self.title = title
        self.at = at
        self.generation = generation
        self.position = position
        self.data = data
        json = .null
    }

    /// Whether the record has a member with this name, path or JSON pointer, in its data or next to it.
    public func has(_ name: String) -> Bool {
        name == "@key" || name == "@title" || FieldPath(name).value(in: data) != nil
    }

    /// The title, or else the key.
    public var name: String { title ?? key }
}

extension JSON {
    /// The position in the members `latitude` and `longitude`; `nil` if there is none.
    var position: Position? {
        guard let latitude = self["latitude"]?.double, let longitude = self["longitude"]?.double else {
            return nil
        }
        return Position(latitude: latitude, longitude: longitude)
    }
}
