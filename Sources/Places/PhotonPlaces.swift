import Records

/// Photon, which finds places of OpenStreetMap while the user types.
///
/// Photon has no lookup by identifier, so identifiers are made here: the object of OpenStreetMap, its
/// position and its name, by which it is searched for again.
///
/// Source: github.com/komoot/photon, README.md: `/api` and `/reverse`, answers in GeoJSON (RFC 7946).
struct PhotonPlaces: PlaceProvider {
    static let name = "photon"

    /// "Please be fair – extensive usage will be throttled"; OpenStreetMap's data may be kept (ODbL).
    static let policy = PlacePolicy(
        address: "https://photon.komoot.io", spacing: .milliseconds(500), lifetime: .seconds(86_400))

    private let settings: PlaceSettings

    init(_ settings: PlaceSettings) throws(OptionError) { self.settings = settings }

    func request(for query: PlaceQuery, limit: Int, session: String?) throws(PlaceError)
        -> PlaceRequest
    {
        switch query {
        case .suggest(let text), .geocode(let text):
            var address = begun("/api")
            address.add("q", text)
            return finished(address, limit: limit)
        case .reverse(let position):
            return finished(located(begun("/reverse"), position: position), limit: limit)
        case .details(let identifier):
            guard let known = Identifier(identifier) else { throw Identifier.unknown(identifier) }
            var address = begun("/api")
            address.add("q", known.name)
            return finished(located(address, position: known.position), limit: 20)
        }
    }

    func places(in answer: JSON, to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace] {
        guard let features = answer["features"]?.array else { throw Self.unlike("features") }
        let found = features.compactMap(PhotonPlaces.place)
        guard case .details(let identifier)? = query, let known = Identifier(identifier) else { return found }
        return found.filter { $0.identifier.flatMap(Identifier.init)?.object == known.object }
    }

    private func begun(_ path: String) -> PlaceAddress {
        PlaceAddress((settings.address ?? Self.policy.address ?? "") + path)
    }

    private func finished(_ address: PlaceAddress, limit: Int) -> PlaceRequest {
        var address = address
        address.add("limit", String(limit))
        address.add("lang", settings.language)
        return .address(address.text)
    }

    private func located(_ address: PlaceAddress, position: Position) -> PlaceAddress {
        var address = address
        address.add("lat", JSONWriter.shortest(position.latitude))
        address.add("lon", JSONWriter.shortest(position.longitude))
        return address
    }

    private static func place(_ feature: JSON) -> FoundPlace? {
        let properties = feature["properties"] ?? .null
        guard let position = position(feature["geometry"]) else { return nil }
        let street = street(properties)
        let name = properties["name"]?.string ?? street ?? feature["text"]?.string
        var parts = name.map { [$0] } ?? []
        if let street, name != street { parts.append(street) }
        let city = ["postcode", "city"].compactMap { properties[$0]?.string }.joined(separator: " ")
        parts += [city] + ["state", "country"].compactMap { properties[$0]?.string }
        var unique: [String] = []
        for part in parts where !part.isEmpty && !unique.contains(part) { unique.append(part) }
        let label = unique.isEmpty ? position.text : unique.joined(separator: ", ")
        var place = FoundPlace(name: name ?? unique.first, label: label)
        place.position = position
        place.types = ["osm_value", "osm_key"].compactMap { properties[$0]?.string }
        if let type = properties["osm_type"]?.string, let id = properties["osm_id"]?.int {
            place.identifier =
                Identifier(object: "\(type)\(id)", position: position, name: place.name).text
        }
        return place
    }

    /// Returns street and number in the order of the country.
    private static func street(_ properties: JSON) -> String? {
        guard let street = properties["street"]?.string else { return nil }
        guard let number = properties["housenumber"]?.string else { return street }
        let isFirst = properties["countrycode"]?.string.map(numberFirst.contains) ?? true
        return isFirst ? "\(number) \(street)" : "\(street) \(number)"
    }

    /// The countries in which the number precedes the street.
    static let numberFirst: Set<String> = ["US", "GB", "CA", "AU", "NZ", "IE", "FR", "IN", "ZA"]

    /// Returns the position. Source: RFC 7946 §3.1.1: longitude comes first.
    private static func position(_ geometry: JSON?) -> Position? {
        let numbers = geometry?["coordinates"]?.array?.compactMap(\.double) ?? []
        return numbers.count >= 2 ? Position(latitude: numbers[1], longitude: numbers[0]) : nil
    }
}

/// An identifier such as `N6985936386@40.7505,-73.9935/4 Pennsylvania Plaza`.
private struct Identifier {
    let object: String
    let position: Position
    let name: String

    init(object: String, position: Position, name: String) {
        self.object = object
        self.position = position
        self.name = name
    }

    init?(_ text: String) {
        let halves = text.split(separator: "/", maxSplits: 1)
        let parts = halves.first?.split(separator: "@") ?? []
        guard halves.count == 2, parts.count == 2, let position = Position(text: parts[1]) else { return nil }
        self.init(object: String(parts[0]), position: position, name: String(halves[1]))
    }

    var text: String { "\(object)@\(position.text)/\(name)" }

    static func unknown(_ text: String) -> PlaceError {
        PlaceError(nil, "\(PhotonPlaces.name): \"\(text)\" is not one of its identifiers")
    }
}
