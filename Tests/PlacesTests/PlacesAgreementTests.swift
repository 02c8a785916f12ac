import Places
import Records
import TestDocuments
import Testing

/// Every answer of the corpus, read by the provider of its service and compared with its plain decode.
@Suite struct PlacesAgreementTests {
    private let expected: [JSON]

    init() throws {
        expected = try CorpusFile.lines("places/expected.jsonl").map { try JSON(parsing: $0) }
    }

    private func expected(_ kinds: String...) -> [JSON] {
        expected.filter { kinds.contains($0["kind"]?.string ?? "") }
    }

    private func places(_ line: JSON, _ name: String) throws -> [FoundPlace] {
        let bytes = try CorpusFile.bytes("places/" + (line["file"]?.string ?? ""))
        return try provider(name).places(in: bytes, to: nil)
    }

    private func provider(_ name: String) throws -> any PlaceProvider {
        let text = "[Source]\nCredential=key\n[Places]\nProvider=\(name)\n"
        return try PlaceProviders.standard.provider(TestDocument.options(text))
    }

    private func position(_ item: JSON) -> Position? {
        guard let latitude = item["lat"]?.double, let longitude = item["lon"]?.double else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Returns the items that have a position.
    private func placed(_ line: JSON) -> [JSON] {
        (line["items"]?.array ?? []).filter { position($0) != nil }
    }

    @Test func `answers in GeoJSON agree with their plain decode`() throws {
        let lines = expected("geojson")
        #expect(lines.count > 5)
        for line in lines {
            let (found, items) = (try places(line, "photon"), placed(line))
            try #require(found.count == items.count, "\(line)")
            for (place, item) in zip(found, items) {
                #expect(place.position == position(item), "\(line)")
                if let name = item["name"]?.string { #expect(place.name == name) }
                if let country = item["country"]?.string { #expect(place.label.hasSuffix(country)) }
                let object = (item["osm"]?.array ?? []).map { $0.string ?? $0.int.map { String($0) } ?? "" }
                    .joined()
                #expect(
                    place.identifier.map { $0.hasPrefix(object + "@") && !object.isEmpty } ?? object.isEmpty)
            }
        }
    }

    @Test func `answers of Nominatim and compatible services agree with their plain decode`() throws {
        let lines = expected("nominatim")
        #expect(lines.count > 2)
        for line in lines {
            let (found, items) = (try places(line, "nominatim"), placed(line))
            try #require(found.count == items.count, "\(line)")
            for (place, item) in zip(found, items) {
                #expect(place.label == item["name"]?.string && place.position == position(item))
                #expect(place.types == ["type", "class"].compactMap { item[$0]?.string })
            }
        }
    }

    @Test func `answers of Google agree with their plain decode, and other texts are rejected`() throws {
        let lines = expected("google-places-or-geocode")
        #expect(lines.count > 20)
        for line in lines {
            guard ["OK", "ZERO_RESULTS"].contains(line["status"]?.string) else {
                #expect(throws: PlaceError.self, "\(line)") { try places(line, "google") }
                continue
            }
            // An item without a name and an address cannot be shown.
            let items = (line["items"]?.array ?? []).filter {
                $0["name"]?.string != nil || $0["address"]?.string != nil
            }
            let found = try places(line, "google")
            try #require(found.count == items.count, "\(line)")
            for (place, item) in zip(found, items) {
                #expect(place.identifier == item["place_id"]?.string && place.position == position(item))
                if let name = item["name"]?.string { #expect(place.name == name) }
                if let address = item["address"]?.string { #expect(place.label == address) }
                #expect(place.types == item["types"]?.array?.compactMap(\.string) ?? [])
                #expect(place.isPartial == item["partial"]?.bool)
            }
        }
    }

    @Test func `suggestions of Google agree with their plain decode, including the matched parts`() throws {
        let lines = expected("google-autocomplete")
        #expect(lines.count > 1)
        for line in lines {
            let (found, items) = (try places(line, "google"), line["items"]?.array ?? [])
            try #require(found.count == items.count, "\(line)")
            for (place, item) in zip(found, items) {
                let label = item["description"]?.string ?? ""
                #expect(place.label == label && place.identifier == item["place_id"]?.string)
                #expect(place.name == item["main"]?.string && place.detail == item["secondary"]?.string)
                #expect(place.types == item["types"]?.array?.compactMap(\.string) ?? [])
                let matched = (item["matched"]?.array ?? []).map { pair in
                    let (start, count) = (pair.array?.first?.int ?? 0, pair.array?.last?.int ?? 0)
                    return String(decoding: Array(label.utf16)[start..<start + count], as: UTF16.self)
                }
                #expect(place.matched == matched)
            }
        }
    }

    @Test(arguments: ["photon", "nominatim", "google"])
    func `a text that is not an answer yields no place, and most are rejected`(_ name: String)
        throws
    {
        let lines = expected("other")
        #expect(lines.count > 6)
        // An empty result may also be reported as an error.
        let found = lines.compactMap { try? places($0, name) }
        #expect(found.allSatisfy(\.isEmpty) && found.count < 3)
    }
}
