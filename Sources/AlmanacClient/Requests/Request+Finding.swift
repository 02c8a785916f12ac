public import AlmanacValues
public import Records

/// The records that a search found.
public nonisolated struct SearchResult<Element: Sendable>: Sendable {
    /// The records.
    public let elements: [Element]
    /// Whether records may be missing, because the daemon has not indexed all of them yet.
    public let isPartial: Bool

    /// The gap of the place services, none of which answered; `nil` if one did, or none was to be asked.
    public let silence: Gap?

    /// Parses an answer; `nil` if an element has another shape.
    init?(_ answer: JSON, of name: String, _ parse: (JSON) -> Element?) {
        guard let elements = answer[name]?.wholeList(parse) else { return nil }
        self.elements = elements
        isPartial = answer.lacksRecords
        silence = answer["failure"].flatMap { failure in
            guard failure != .null else { return nil }
            let message = failure["message"]?.string ?? "the place service failed"
            return Gap(source: failure["source"]?.string ?? "places", .remark(message))
        }
    }

    /// The reason why records may be missing; `nil` if these are all.
    public var gap: Gap? {
        isPartial ? Gap(source: "search", .remark("not all records are indexed yet")) : nil
    }

    /// All reasons why something may be missing.
    public var gaps: [Gap] { [gap, silence].compactMap(\.self) }
}

nonisolated extension JSON {
    /// Whether the answer to a search may lack records; also if it says something else about that than no.
    var lacksRecords: Bool { self["partial"].map { $0 != false } ?? false }
}

nonisolated extension Request where Answer == SearchResult<Item> {
    /// The records that contain words, best match first, even if not all are indexed yet.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - selector: The selected records.
    ///   - limit: The maximum number of records; `nil` for the daemon's.
    ///   - isStrict: Whether conditions with a member that no record has had are refused.
    /// - Returns: The request.
    public static func search(
        _ text: String, in selector: Selector = Selector(), limit: Int? = nil, isStrict: Bool = false
    ) -> Request {
        Request("Search", parameters: words(text, selector, limit, isStrict: isStrict)) {
            SearchResult($0, of: "records") { Item($0) }
        }
    }
}

nonisolated extension Request where Answer == [Item] {
    /// The records that contain words, best match first; it fails if not all records are indexed yet.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - selector: The selected records.
    ///   - limit: The maximum number of records; `nil` for the daemon's.
    /// - Returns: The request.
    public static func search(
        _ text: String, in selector: Selector = Selector(), limit: Int? = nil
    ) -> Request {
        let parameters = words(text, selector, limit, isStrict: false, isWhole: true)
        return Request("Search", parameters: parameters, parse: elements(of: "records") { Item($0) })
    }
}

nonisolated extension Request where Answer == SearchResult<Neighbor> {
    /// The records around a position, nearest first, even if not all are indexed yet.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The maximum distance in metres; `nil` for any.
    ///   - selector: The selected records.
    ///   - limit: The maximum number of records; `nil` for the daemon's.
    ///   - isStrict: Whether conditions with a member that no record has had are refused.
    /// - Returns: The request.
    public static func nearby(
        _ position: Position, radius: Double? = nil, in selector: Selector = Selector(), limit: Int? = nil,
        isStrict: Bool = false
    ) -> Request {
        Request("Nearby", parameters: area(position, radius, selector, limit, isStrict: isStrict)) {
            SearchResult($0, of: "neighbors") { Neighbor($0) }
        }
    }
}

nonisolated extension Request where Answer == [Neighbor] {
    /// The records around a position, nearest first; it fails if not all records are indexed yet.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The maximum distance in metres; `nil` for any.
    ///   - selector: The selected records.
    ///   - limit: The maximum number of records; `nil` for the daemon's.
    /// - Returns: The request.
    public static func nearby(
        _ position: Position, radius: Double? = nil, in selector: Selector = Selector(), limit: Int? = nil
    ) -> Request {
        let parameters = area(position, radius, selector, limit, isStrict: false, isWhole: true)
        return Request("Nearby", parameters: parameters, parse: elements(of: "neighbors") { Neighbor($0) })
    }
}

nonisolated extension Request {
    private static func words(
        _ text: String, _ selector: Selector, _ limit: Int?, isStrict: Bool, isWhole: Bool = false
    ) -> JSON {
        .members([
            "text": .string(text), "selector": selector.json, "limit": limit.map { .int($0) },
            "strict": strictness(isStrict, for: selector), "whole": isWhole ? true : nil,
        ])
    }

    private static func area(
        _ center: Position, _ radius: Double?, _ selector: Selector, _ limit: Int?, isStrict: Bool,
        isWhole: Bool = false
    ) -> JSON {
        .members([
            "latitude": .double(center.latitude), "longitude": .double(center.longitude),
            "radiusMeters": radius.map(JSON.double), "selector": selector.json,
            "limit": limit.map { .int($0) }, "strict": strictness(isStrict, for: selector),
            "whole": isWhole ? true : nil,
        ])
    }
}
