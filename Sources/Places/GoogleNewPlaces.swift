import Records

/// The newer Places API of Google, which keys may use that were made after the older one was closed.
///
/// Source: developers.google.com/maps/documentation/places/web-service: Autocomplete (New), Place Details
/// (New); Legacy services, which new projects cannot enable since March 2025.
struct GoogleNewPlaces {
    /// The public address.
    private static let address = "https://places.googleapis.com/v1"
    private static let suggested = ["placeId", "text", "structuredFormat", "types"]
        .map { "suggestions.placePrediction." + $0 }.joined(separator: ",")
    private static let detailed = "id,displayName,formattedAddress,location,types"

    private let base: String
    private let language: String?

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - address: The address of the definition, which has the service below `/v1`; `nil` for the public
    ///     one.
    ///   - language: The language of the answers; `nil` for the service's choice.
    init(address: String?, language: String?) {
        base = address.map { $0 + "/v1" } ?? GoogleNewPlaces.address
        self.language = language
    }

    /// Returns the request for places whose name begins with a text.
    func suggestions(for text: String, session: String?) -> PlaceRequest {
        let body: JSON = .members([
            "input": .string(text), "languageCode": language.map(JSON.string),
            "sessionToken": session.map(JSON.string),
        ])
        return .call(
            base + "/places:autocomplete",
            headers: headers(Self.suggested) + [.init("Content-Type", "application/json")],
            body: String(decoding: body.canonicalBytes, as: UTF8.self))
    }

    /// Returns the request for a place by its identifier.
    func details(of identifier: String, session: String?) -> PlaceRequest {
        var address = PlaceAddress(base + "/places")
        address.append(identifier)
        address.add("languageCode", language)
        address.add("sessionToken", session)
        return .call(address.text, headers: headers(Self.detailed), body: nil)
    }

    private func headers(_ fields: String) -> [PlaceRequest.Header] {
        [.init("X-Goog-Api-Key", "%{credential}"), .init("X-Goog-FieldMask", fields)]
    }

    /// Returns the places in an answer; `nil` if it is none of this service. Nothing found is `{}`.
    static func places(in answer: JSON, to query: PlaceQuery?) -> [FoundPlace]? {
        if let suggestions = answer["suggestions"]?.array {
            return suggestions.compactMap(GooglePrediction.suggestedPlace)
        }
        if let identifier = answer["id"]?.string { return [place(answer, identifier)].compactMap(\.self) }
        return query?.call == "suggest" && answer.object?.isEmpty == true ? [] : nil
    }

    private static func place(_ json: JSON, _ identifier: String) -> FoundPlace? {
        let name = json["displayName"]?["text"]?.string
        guard let label = json["formattedAddress"]?.string ?? name else { return nil }
        var place = FoundPlace(name: name, label: label)
        place.identifier = identifier
        if let latitude = json["location"]?["latitude"]?.double,
            let longitude = json["location"]?["longitude"]?.double
        {
            place.position = Position(latitude: latitude, longitude: longitude)
        }
        place.types = GooglePrediction.types(of: json)
        return place
    }
}
