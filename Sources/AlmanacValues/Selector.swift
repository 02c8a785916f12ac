public import Records

/// The selected sources, records and changes: io.almanac's `Selector`.
///
/// All given members must match; the elements of a list are alternatives, except conditions.
public struct Selector: Hashable, Sendable {
    /// A circle on the surface of the earth.
    public struct Circle: Hashable, Sendable {
        /// The centre.
        public var centre: Position
        /// The radius, in metres.
        public var radius: Double

        /// Makes a circle.
        public init(centre: Position, radius: Double) {
            self.centre = centre
            self.radius = radius
        }
    }

    /// Globs of source names; empty for all.
    public var sources: [String] = []
    /// Kinds of sources; empty for all.
    public var kinds: [String] = []
    /// Tags of sources; empty for all.
    public var tags: [String] = []
    /// Globs of keys; empty for all.
    public var keys: [String] = []
    /// JSON pointers to the members whose changes are reported; empty for all.
    public var fields: [String] = []
    /// Conditions, which must all hold, such as `temperature < 0`.
    public var conditions: [String] = []
    /// The circle that contains the records; `nil` for anywhere.
    public var circle: Circle?

    /// Makes a selector; without arguments, it matches everything.
    public init(
        sources: [String] = [], kinds: [String] = [], tags: [String] = [], keys: [String] = [],
        fields: [String] = [], conditions: [String] = [], circle: Circle? = nil
    ) {
        self.sources = sources
        self.kinds = kinds
        self.tags = tags
        self.keys = keys
        self.fields = fields
        self.conditions = conditions
        self.circle = circle
    }

    /// The selector as JSON, without empty members; `nil` if it matches everything.
    public var json: JSON? {
        let json = JSON.members([
            "sources": list(sources), "kinds": list(kinds), "tags": list(tags), "keys": list(keys),
            "fields": list(fields), "where": list(conditions), "near": circle?.json,
        ])
        return json.object?.isEmpty == true ? nil : json
    }

    /// The selector with the elements of each list in the order of their bytes, each once: equal for selectors
    /// that match the same because they differ only in that.
    package var normalized: Selector {
        Selector(
            sources: sources.distinct, kinds: kinds.distinct, tags: tags.distinct, keys: keys.distinct,
            fields: fields.distinct, conditions: conditions.distinct, circle: circle)
    }

    /// Returns a glob that matches only this text.
    public static func literal(_ text: String) -> String {
        text.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private func list(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .array(texts.map(JSON.string)) }
}

extension Selector.Circle {
    fileprivate var json: JSON {
        [
            "latitude": .double(centre.latitude), "longitude": .double(centre.longitude),
            "radiusMeters": .double(radius),
        ]
    }
}
