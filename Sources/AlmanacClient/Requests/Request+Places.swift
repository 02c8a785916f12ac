public import AlmanacValues
public import Records

nonisolated extension Request where Answer == [Place] {
    /// The places with a name.
    public static func places(named text: String, limit: Int? = nil) -> Request {
        Request(
            "Geocode", parameters: .members(["text": .string(text), "limit": limit.map { .int($0) }]),
            parse: elements(of: "places") { Place($0) })
    }

    /// The places at a position.
    public static func places(at position: Position, limit: Int? = nil) -> Request {
        Request(
            "ReverseGeocode",
            parameters: .members([
                "latitude": .double(position.latitude), "longitude": .double(position.longitude),
                "limit": limit.map { .int($0) },
            ]), parse: elements(of: "places") { Place($0) })
    }
}

nonisolated extension Request where Answer == Place {
    /// The place with an identifier, which a place or a suggestion has.
    public static func place(identifier: String) -> Request {
        Request("GetPlace", parameters: ["identifier": .string(identifier)]) {
            $0["place"].flatMap { Place($0) }
        }
    }
}

nonisolated extension Request where Answer == SearchResult<Suggestion> {
    /// Completions of a text of at least four characters, even if not all records are indexed yet.
    public static func suggestions(for prefix: String, limit: Int? = nil) -> Request {
        Request(
            "Suggest", parameters: .members(["prefix": .string(prefix), "limit": limit.map { .int($0) }])
        ) {
            SearchResult($0, of: "suggestions") { Suggestion($0) }
        }
    }
}
