import Decoding
import Definitions
import Places
import Records
import TestDocuments
import Testing

@Suite struct PlaceProviderTests {
    private func provider(_ places: String, _ source: String = "Credential=key") throws -> any PlaceProvider {
        try PlaceProviders.standard.provider(
            TestDocument.options("[Source]\n\(source)\n[Places]\n\(places)\n"))
    }

    private func address(_ provider: any PlaceProvider, _ query: PlaceQuery) throws -> String {
        guard case .address(let text) = try provider.request(for: query, limit: 5, session: "S-1") else {
            return ""
        }
        return text
    }

    private func refusal(_ places: String, _ source: String = "") -> String? {
        do {
            _ = try provider(places, source)
            return nil
        } catch let error as OptionError {
            return error.reason
        } catch {
            return "\(error)"
        }
    }

    private let paris = Position(latitude: 48.8589, longitude: 2.3469)!

    @Test func `the names in the table are unique`() throws {
        #expect(throws: PlaceProviders.Duplicate(name: "atlas")) {
            try PlaceProviders([Atlas.self, Globe.self, OtherAtlas.self])
        }
        #expect(try PlaceProviders([Atlas.self, Globe.self]).names == ["atlas", "globe"])
        #expect(PlaceProviders.standard.names == ["google", "nominatim", "photon", "recorded"])
    }

    @Test func `Photon finds objects again by their name and position`() throws {
        let photon = try provider("Provider=photon\nLanguage=de", "")
        #expect(
            try address(photon, .suggest("Zürich & Genf"))
                == "https://photon.komoot.io/api?q=Z%C3%BCrich%20%26%20Genf&limit=5&lang=de")
        #expect(
            try address(photon, .reverse(paris))
                == "https://photon.komoot.io/reverse?lat=48.8589&lon=2.3469&limit=5&lang=de")
        #expect(
            try address(photon, .details("R71525@48.8589,2.3469/Paris"))
                == "https://photon.komoot.io/api?q=Paris&lat=48.8589&lon=2.3469&limit=20&lang=de")
        #expect(throws: PlaceError.self) { try address(photon, .details("R71525")) }
        let answer = try JSON(
            parsing: Array(
                #"""
                {"features":[
                {"geometry":{"coordinates":[2.3,48.8]},"properties":{"name":"Paris","osm_type":"N","osm_id":1}},
                {"geometry":{"coordinates":[2.4,48.9]},"properties":{"name":"Paris","osm_type":"R","osm_id":71525,
                "country":"France"}}]}
                """#.utf8))
        let found = try photon.places(in: answer, to: .details("R71525@48.8589,2.3469/Paris"))
        #expect(found.map(\.identifier) == ["R71525@48.9,2.4/Paris"] && found.map(\.detail) == ["France"])
    }

    @Test func `the fixture number is placed as usual in the country`() throws {
        let photon = try provider("Provider=photon", "")
        func name(_ country: String) throws -> String? {
            let properties: JSON = [
                "street": "Ring", "housenumber": "4", "countrycode": .string(country), "city": "Ulm",
            ]
            let feature: JSON = ["geometry": ["coordinates": [10, 48]], "properties": properties]
            return try photon.places(in: ["features": [feature]], to: nil).first?.label
        }
        #expect(try name("DE") == "Ring 4, Ulm")
        #expect(try name("GB") == "4 Ring, Ulm")
    }

    @Test func `Nominatim searches for complete names and is not used for typeahead`() throws {
        let nominatim = try provider("Provider=nominatim", "")
        #expect(
            try address(nominatim, .geocode("Kent"))
                == "https://nominatim.openstreetmap.org/search?format=jsonv2&q=Kent&limit=5")
        #expect(
            try address(nominatim, .details("W24801588"))
                == "https://nominatim.openstreetmap.org/lookup?format=jsonv2&osm_ids=W24801588")
        for text in ["", "W", "foo", "W1,N2", "X1"] {
            let error = #expect(throws: PlaceError.self) { try address(nominatim, .details(text)) }
            #expect(error != nil && error?.reason == nil)
        }
        let error = #expect(throws: PlaceError.self) { try address(nominatim, .suggest("Kent")) }
        #expect(error?.reason == .policy && error?.message.contains("use Provider=photon") == true)
        #expect(
            refusal("Provider=nominatim\nSuggest=yes")?.hasPrefix(
                "Suggest=yes is not allowed: the usage policy")
                == true)
        let written = "Provider=nominatim\nSuggest=yes"
        for url in ["https://NOMINATIM.openstreetmap.org", "http://nominatim.openstreetmap.org:80/"] {
            #expect(refusal(written, "URL=\(url)")?.hasPrefix("Suggest=yes is not allowed") == true)
        }
        #expect(
            refusal(written, "URL=https://places.example/?key=x")?.contains("an address without a query")
                == true)
        let own = try provider(written, "URL=https://places.example/")
        #expect(
            try address(own, .suggest("Kent")) == "https://places.example/search?format=jsonv2&q=Kent&limit=5"
        )
        #expect(try nominatim.places(in: ["error": "Unable to geocode"], to: .reverse(paris)) == [])
    }

    @Test func `Google receives a placeholder for the key and one session from typing to the choice`() throws
    {
        let google = try provider("Provider=google")
        let root = "https://maps.googleapis.com/maps/api"
        #expect(
            try address(google, .suggest("Kent %{credential}"))
                == "\(root)/place/autocomplete/json?input=Kent%20%25%7Bcredential%7D&sessiontoken=S-1&key=%{credential}"
        )
        #expect(
            try address(google, .details("ChIJ"))
                == "\(root)/place/details/json?place_id=ChIJ&fields=place_id%2Cname%2Cformatted_address%2C"
                + "geometry%2Flocation%2Ctype&sessiontoken=S-1&key=%{credential}")
        #expect(
            try address(google, .reverse(paris))
                == "\(root)/geocode/json?latlng=48.8589%2C2.3469&key=%{credential}")
        #expect(refusal("Provider=google") == "Provider=google needs a key: set Credential=")
    }

    @Test(arguments: [
        (
            "REQUEST_DENIED", "API keys with referer restrictions cannot be used with this API.",
            "this machine's address"
        ),
        (
            "REQUEST_DENIED",
            "This IP, site or mobile application is not authorized to use this API key. Request received from IP address "
                + "203.0.113.7, with empty referer", "add this machine's address"
        ),
        ("REQUEST_DENIED", "This API project is not authorized to use this API.", "allow the key to use"),
        (
            "REQUEST_DENIED", "This API key is not authorized to use this service or API.",
            "allow the key to use"
        ),
        (
            "OVER_QUERY_LIMIT",
            "You have exceeded your daily request quota. Verify your project has an active billing account",
            "enable billing"
        ),
        ("REQUEST_DENIED", "The provided API key is invalid. canary-key", "store the correct one"),
        ("REQUEST_DENIED", "You must enable Billing on the Google Cloud Project", "enable billing"),
        ("REQUEST_DENIED", "", "check the key, the APIs it may use"),
        ("OVER_DAILY_LIMIT", "", "its billing"),
    ]) func `a denied request yields advice and never the service's own words`(
        _ status: String, _ complaint: String, _ advice: String
    ) throws {
        let google = try provider("Provider=google")
        let answer: JSON = ["status": .string(status), "error_message": .string(complaint), "results": []]
        let error = #expect(throws: PlaceError.self) { try google.places(in: answer, to: nil) }
        #expect(
            error?.reason == .denied && error?.message.contains(advice) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("canary") == false && error?.retryAfter != nil)
    }

    @Test func `failures that come with HTTP 200 have different reasons`() throws {
        let google = try provider("Provider=google")
        func failure(_ status: String, _ query: PlaceQuery) -> PlaceError? {
            do {
                _ = try google.places(in: ["status": .string(status)], to: query)
                return nil
            } catch { return error }
        }
        #expect(failure("OVER_QUERY_LIMIT", .geocode("x"))?.reason == .http)
        #expect(failure("UNKNOWN_ERROR", .geocode("x"))?.reason == .http)
        #expect(failure("INVALID_REQUEST", .geocode("x"))?.reason == .content)
        #expect(failure("ODD", .geocode("x"))?.reason == .shape)
        #expect(failure("ZERO_RESULTS", .geocode("x")) == nil)
        for status in ["INVALID_REQUEST", "NOT_FOUND"] {
            let error = failure(status, .details("x"))
            #expect(error != nil && error?.reason == nil)
        }
    }

    @Test func `a web page instead of an answer is a fault of the content, and no reason to wait`() throws {
        for name in ["photon", "nominatim", "google"] {
            let service = try provider("Provider=\(name)")
            let error = #expect(throws: PlaceError.self) {
                try service.places(in: Array("\n<!DOCTYPE html><html>limit</html>".utf8), to: nil)
            }
            #expect(error?.reason == .content && error?.retryAfter == nil)
            #expect(error?.isWebPage == true)
            #expect(throws: PlaceError.self) { try service.places(in: Array("{\"a\":".utf8), to: nil) }
            #expect(throws: PlaceError.self) { try service.places(in: [], to: nil) }
        }
    }

    @Test func `the definition selects the file of a recorded answer`() throws {
        let recorded = try provider(
            "Provider=recorded\nOf=photon\nAnswer=suggest a.json syd*\nAnswer=geocode b.json Sydney Town Hall",
            "")
        func file(_ query: PlaceQuery) throws -> PlaceRequest {
            try recorded.request(for: query, limit: 5, session: nil)
        }
        #expect(try file(.suggest("Sydn")) == .file("a.json"))
        #expect(try file(.geocode("sydney town hall")) == .file("b.json"))
        #expect(try file(.geocode("Sydn")) == .nothing)
        #expect(try file(.reverse(paris)) == .nothing)
        #expect(
            refusal("Provider=recorded")?.hasSuffix("needs Of=, the service whose responses are recorded")
                == true)
        #expect(refusal("Provider=recorded\nOf=recorded") != nil)
        for wrong in ["suggest a.json", "ask a.json x", "suggest ../a.json x", "suggest /etc/passwd x"] {
            #expect(refusal("Provider=recorded\nOf=photon\nAnswer=\(wrong)") != nil)
        }
        let forbidden = try provider("Provider=recorded\nOf=nominatim\nAnswer=suggest a.json *", "")
        #expect(throws: PlaceError.self) { try forbidden.request(for: .suggest("x"), limit: 1, session: nil) }
    }

    @Test func `an error names the setting that cannot be used`() throws {
        #expect(refusal("Language=de") == "[Places] has no Provider=")
        #expect(
            refusal("Provider=bing")?.hasSuffix("is not one of google, nominatim, photon, recorded") == true)
        #expect(refusal("Provider=photon\nLimit=3") == "Limit=3 is not a known setting")
        #expect(refusal("Provider=photon\nSuggest=maybe") == "Suggest=maybe is neither yes nor no")
        #expect(
            refusal("Provider=recorded\nOf=photon", "URL=https://places.example")?.hasSuffix(
                "which sends no requests")
                == true)
    }

    @Test func `an answer can be decoded as a document`() throws {
        let bytes = try CorpusFile.bytes("places/geocoder/photon_reverse.json")
        let out = try TestDocument.decode(.places, "[Places]\nProvider=photon", bytes)
        #expect(out.records.map(\.title) == ["4 Pennsylvania Plaza"])
        #expect(out.records.map(\.key) == ["N6985936386@40.750499,-73.9935078/4 Pennsylvania Plaza"])
        #expect(out.records.first?.position == Position(latitude: 40.750499, longitude: -73.9935078))
        #expect(throws: DecodeError.self) {
            try TestDocument.decode(.places, "[Places]\nProvider=nominatim", bytes)
        }
        let marked = Array("\u{FEFF}".utf8) + bytes
        #expect(try TestDocument.decode(.places, "[Places]\nProvider=photon", marked).records == out.records)
        #expect(try provider("Provider=photon").places(in: marked, to: nil).count == 1)
    }
}

private struct Atlas: PlaceProvider {
    static let name = "atlas"
    static let policy = PlacePolicy(address: nil, spacing: .zero, lifetime: nil)

    init(_ settings: PlaceSettings) {}

    func request(for query: PlaceQuery, limit: Int, session: String?) -> PlaceRequest { .nothing }

    func places(in answer: JSON, to query: PlaceQuery?) -> [FoundPlace] { [] }
}

private struct Globe: PlaceProvider {
    static let name = "globe"
    static let policy = PlacePolicy(address: nil, spacing: .zero, lifetime: nil)

    init(_ settings: PlaceSettings) {}

    func request(for query: PlaceQuery, limit: Int, session: String?) -> PlaceRequest { .nothing }

    func places(in answer: JSON, to query: PlaceQuery?) -> [FoundPlace] { [] }
}

private struct OtherAtlas: PlaceProvider {
    static let name = "atlas"
    static let policy = PlacePolicy(address: nil, spacing: .zero, lifetime: nil)

    init(_ settings: PlaceSettings) {}

    func request(for query: PlaceQuery, limit: Int, session: String?) -> PlaceRequest { .nothing }

    func places(in answer: JSON, to query: PlaceQuery?) -> [FoundPlace] { [] }
}
