import Decoding
import Records

/// Nominatim, which finds places of OpenStreetMap by complete names and addresses.
///
/// Source: nominatim.org/release-docs/latest/api: `/search`, `/reverse`, `/lookup` with `format=jsonv2`.
struct NominatimPlaces: PlaceProvider {
    static let name = "nominatim"

    /// At most one request per second for all users; results must be cached; no typeahead.
    ///
    /// Source: operations.osmfoundation.org/policies/nominatim.
    static let policy = PlacePolicy(
        address: "https://nominatim.openstreetmap.org", spacing: .seconds(1), lifetime: .seconds(7 * 86_400),
        noSuggesting: "the usage policy of nominatim.openstreetmap.org forbids typeahead; "
            + "use Provider=photon, or your own Nominatim with URL=")

    private let settings: PlaceSettings

    init(_ settings: PlaceSettings) throws(OptionError) { self.settings = settings }

    func request(for query: PlaceQuery, limit: Int, session: String?) throws(PlaceError)
        -> PlaceRequest
    {
        switch query {
        case .suggest(let text):
            if !settings.suggests(by: Self.policy) {
                throw PlaceError(.policy, "\(Self.name): \(Self.policy.noSuggesting ?? "")")
            }
            return search(text, limit: limit)
        case .geocode(let text): return search(text, limit: limit)
        case .reverse(let position):
            var address = begun("/reverse")
            address.add("lat", JSONWriter.shortest(position.latitude))
            address.add("lon", JSONWriter.shortest(position.longitude))
            return .address(address.text)
        case .details(let identifier):
            guard NominatimPlaces.isIdentifier(identifier) else {
                throw PlaceError(nil, "\(Self.name): \"\(identifier)\" is not one of its identifiers")
            }
            var address = begun("/lookup")
            address.add("osm_ids", identifier)
            return .address(address.text)
        }
    }

    func places(in answer: JSON, to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace] {
        if let all = answer.array { return all.compactMap(NominatimPlaces.place) }
        // A position at sea has no address.
        if answer["error"]?.string == "Unable to geocode" { return [] }
        if answer["error"] != nil {
            let reason = complaint(in: answer).map { " (\($0))" } ?? ""
            throw PlaceError(
                .denied,
                "\(Self.name): the query was refused\(reason): check Contact= in almanac.conf, and the key")
        }
        guard let one = NominatimPlaces.place(answer) else { throw Self.unlike("places") }
        return [one]
    }

    /// Returns the service's own reason, such as `Nothing to search for.`; `nil` if it states none, or may
    /// repeat a key: a word of eight letters and digits or more.
    private func complaint(in answer: JSON) -> String? {
        let error = answer["error"]
        guard let text = (error?["message"] ?? error)?.string?.trimmingBlanks,
            (1...200).contains(text.utf8.count)
        else { return nil }
        let words = text.utf8.split { !$0.isLetterOrDigit }
        let mayBeKey = words.contains { $0.count >= 8 && $0.contains(where: \.isDigit) }
        return mayBeKey || text.utf8.contains(where: { $0 < .space }) ? nil : text
    }

    private func search(_ text: String, limit: Int) -> PlaceRequest {
        var address = begun("/search")
        address.add("q", text)
        address.add("limit", String(limit))
        return .address(address.text)
    }

    private func begun(_ path: String) -> PlaceAddress {
        var address = PlaceAddress((settings.address ?? Self.policy.address ?? "") + path)
        address.add("format", "jsonv2")
        address.add("accept-language", settings.language)
        return address
    }

    private static func place(_ json: JSON) -> FoundPlace? {
        guard let label = json["display_name"]?.string, let position = position(json) else { return nil }
        let name = json["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? address(json, label: label)
        var place = FoundPlace(name: name, label: label)
        place.position = position
        place.types = ["type", "category", "class"].compactMap { json[$0]?.string }
        place.identifier = identifier(json)
        return place
    }

    /// Returns the street and the number of an address that has no name, in the order of its country; `nil`
    /// if the label does not begin with a number.
    private static func address(_ json: JSON, label: String) -> String? {
        let parts = label.split(separator: ",").map { $0.trimmingBlanks }
        guard parts.count > 2, let first = parts[0].utf8.first, first.isDigit, parts[0].utf8.count <= 12
        else {
            return nil
        }
        let country = json["address"]?["country_code"]?.string
        let isFirst = country.map { PhotonPlaces.numberFirst.contains($0.uppercased()) } ?? true
        return isFirst ? "\(parts[0]) \(parts[1])" : "\(parts[1]) \(parts[0])"
    }

    /// Returns the object of OpenStreetMap, `W24801588`, since `place_id` differs between servers.
    private static func identifier(_ json: JSON) -> String? {
        guard let type = json["osm_type"]?.string.flatMap(\.first), let id = json["osm_id"] else {
            return nil
        }
        let number = id.string ?? id.int.map { String($0) }
        return number.map { "\(type)".uppercased() + $0 }
    }

    /// Whether a text has the form of `identifier`; the service rejects other texts.
    private static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.first, "NWR".contains(first), text.utf8.count > 1 else { return false }
        return text.utf8.dropFirst().allSatisfy { $0.isDigit }
    }

    /// Returns the position; coordinates are strings.
    private static func position(_ json: JSON) -> Position? {
        func degrees(_ name: String) -> Double? {
            json[name]?.string.flatMap { Double($0) } ?? json[name]?.double
        }
        guard let latitude = degrees("lat"), let longitude = degrees("lon") else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }
}
