import Decoding
import Definitions
import Places
import Records
import TestDocuments
import Testing

@Suite struct NominatimPlacesTests {
    private let paris = Position(latitude: 48.8589, longitude: 2.3469)!

    private static func provider() throws -> any PlaceProvider {
        try PlaceProviders.standard.provider(
            TestDocument.options("[Source]\n\n[Places]\nProvider=nominatim\n"))
    }

    @Test func `an address without a name is called by its street and number`() throws {
        let nominatim = try Self.provider()
        func name(_ label: String, country: String? = nil) throws -> String? {
            var answer: [JSON.Member] = [
                JSON.Member("display_name", .string(label)), JSON.Member("lat", "48.1"),
                JSON.Member("lon", "11.5"),
                JSON.Member("name", ""),
            ]
            if let country { answer.append(JSON.Member("address", ["country_code": .string(country)])) }
            return try nominatim.places(in: .object(answer), to: .reverse(paris)).first?.name
        }
        #expect(try name("12, Hauptstraße, 80331, München, Deutschland") == "12 Hauptstraße")
        #expect(try name("12a, Hauptstraße, 80331, München, Deutschland", country: "de") == "Hauptstraße 12a")
        #expect(try name("350, 5th Avenue, New York, United States", country: "us") == "350 5th Avenue")
        #expect(try name("Hauptstraße, 80331, München, Deutschland") == "Hauptstraße")
    }

    @Test func `Nominatim's own reason is shown unless it may repeat a key`() throws {
        let nominatim = try Self.provider()
        func message(_ error: JSON) -> String? {
            let failure = #expect(throws: PlaceError.self) {
                try nominatim.places(in: ["error": error], to: .geocode("Kent"))
            }
            return failure?.message
        }
        let advice = ": check Contact= in almanac.conf, and the key"
        #expect(
            message(["code": 400, "message": "Nothing to search for."])
                == "nominatim: the query was refused (Nothing to search for.)" + advice)
        #expect(message("Rate limited") == "nominatim: the query was refused (Rate limited)" + advice)
        #expect(message("Unknown key pk12345abc99") == "nominatim: the query was refused" + advice)
    }
}
