public import Records

/// A record as io.almanac tells: a station's report, a feed's entry, a table's row.
public struct Item: Sendable {
    /// The source's name.
    public let source: String
    /// Its key within the source.
    public let key: String
    /// What a person calls it; `nil` when nothing names it.
    public let title: String?
    /// When it last changed.
    public let at: UTC?
    /// Where it is, as the daemon says; `nil` when that is not known, or was not told.
    public let position: Position?
    /// What is known.
    public let data: JSON
    /// The record as the daemon wrote it; `null` when it was made here.
    public let json: JSON

    /// Reads what the daemon says; `nil` when it says something else.
    public init?(_ json: JSON) {
        guard let source = json["source"]?.string, let key = json["key"]?.string,
            let data = json["data"], data.object != nil
        else { return nil }
        (self.source, self.key, self.data) = (source, key, data)
        self.json = json
        title = json["title"]?.string
        at = json["realtimeUSec"]?.moment
        position = json["latitude"]?.double.flatMap { latitude in
            json["longitude"]?.double.flatMap { Position(latitude: latitude, longitude: $0) }
        }
    }

    /// Makes an item of its parts.
    public init(source: String, key: String, title: String? = nil, at: UTC? = nil, data: JSON) {
        (self.source, self.key, self.title) = (source, key, title)
        (self.at, position, self.data, json) = (at, nil, data, .null)
    }

    /// Whether it has a member of that name, path or JSON pointer, or one of what stands beside the data.
    public func has(_ name: String) -> Bool {
        name == "@key" || name == "@title" || data.value(at: name) != nil
    }

    /// What to call it: its title, else its key.
    public var name: String { title ?? key }
}
