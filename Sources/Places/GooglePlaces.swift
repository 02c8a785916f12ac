import Records

/// The Places and Geocoding services of Google.
///
/// The services accept the key only in the URL; it is filled in when the request is made.
///
/// Source: developers.google.com/maps/documentation: Place Autocomplete, Place Details and Geocoding web
/// services; github.com/googlemaps/openapi-specification.
struct GooglePlaces: PlaceProvider {
    static let name = "google"

    /// Answers are not stored: coordinates may be kept for 30 days and place identifiers for ever, but every
    /// answer also contains names and addresses, which may not be kept.
    ///
    /// Source: Google Maps Platform Terms of Service §3.2.3 (no caching); Service Specific Terms, "Caching"
    /// of the Geocoding and Places APIs.
    static let policy = PlacePolicy(
        address: "https://maps.googleapis.com/maps/api", spacing: .milliseconds(100), lifetime: nil,
        needsKey: true)

    private let settings: PlaceSettings

    init(_ settings: PlaceSettings) throws(OptionError) { self.settings = settings }

    func request(for query: PlaceQuery, limit: Int, session: String?) throws(PlaceError)
        -> PlaceRequest
    {
        var address: PlaceAddress
        switch query {
        case .suggest(let text):
            address = begun("/place/autocomplete/json", name: "input", value: text)
            address.add("sessiontoken", session)
        case .geocode(let text): address = begun("/geocode/json", name: "address", value: text)
        case .reverse(let position): address = begun("/geocode/json", name: "latlng", value: position.text)
        case .details(let identifier):
            address = begun("/place/details/json", name: "place_id", value: identifier)
            address.add("fields", "place_id,name,formatted_address,geometry/location,type")
            address.add("sessiontoken", session)
        }
        address.add("language", settings.language)
        address.addKey("key")
        return .address(address.text)
    }

    func alternatives(to query: PlaceQuery, session: String?) throws(PlaceError) -> [PlaceRequest] {
        let service = GoogleNewPlaces(address: settings.address, language: settings.language)
        switch query {
        case .suggest(let text): return [service.suggestions(for: text, session: session)]
        case .details(let identifier):
            var address = begun("/geocode/json", name: "place_id", value: identifier)
            address.add("language", settings.language)
            address.addKey("key")
            return [service.details(of: identifier, session: session), .address(address.text)]
        case .geocode, .reverse: return []
        }
    }

    func places(in answer: JSON, to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace] {
        if answer["status"] == nil, let found = GoogleNewPlaces.places(in: answer, to: query) { return found }
        try GoogleStatus(answer, isOfDetails: query?.call == "details").check()
        if let predictions = answer["predictions"]?.array {
            return predictions.compactMap(GooglePrediction.place)
        }
        let one = answer["result"].map { [$0] }
        guard let all = answer["results"]?.array ?? answer["candidates"]?.array ?? one else {
            if answer["status"]?.string == "ZERO_RESULTS" { return [] }
            throw Self.unlike("results")
        }
        return all.compactMap(place)
    }

    private func begun(_ path: String, name: String, value: String) -> PlaceAddress {
        var address = PlaceAddress((settings.address ?? Self.policy.address ?? "") + path)
        address.add(name, value)
        return address
    }

    private func place(_ json: JSON) -> FoundPlace? {
        let name = json["name"]?.string
        guard let label = json["formatted_address"]?.string ?? json["vicinity"]?.string ?? name else {
            return nil
        }
        var place = FoundPlace(name: name, label: label)
        place.identifier = json["place_id"]?.string
        let location = json["geometry"]?["location"]
        if let latitude = location?["lat"]?.double, let longitude = location?["lng"]?.double {
            place.position = Position(latitude: latitude, longitude: longitude)
        }
        place.types = GooglePrediction.types(of: json)
        place.isPartial = json["partial_match"]?.bool ?? false
        return place
    }

}
