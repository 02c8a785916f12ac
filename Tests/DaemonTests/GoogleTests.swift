import Glibc
import Records
import Systemd
import Testing

/// Google's services for places, each of which a key may or may not use.
@Suite(.serialized) struct GoogleTests {
    private let folder = Folder()
    private static let denial =
        #"{"status":"REQUEST_DENIED","error_message":"You are calling a legacy API, which is not enabled"}"#
    private static let newDenial =
        #"{"error":{"code":403,"message":"Places API (New) has not been used","status":"PERMISSION_DENIED"}}"#
    private static let portland = #"""
        {"place_id":"P1","formatted_address":"Portland, ME, USA",
        "geometry":{"location":{"lat":43.66,"lng":-70.26}}}
        """#
    private static let suggestion = #"""
        {"placePrediction":{"placeId":"P1","text":{"text":"Portland, ME"},
        "structuredFormat":{"mainText":{"text":"Portland"},"secondaryText":{"text":"ME"}}}}
        """#
    private static let details = #"""
        {"id":"P1","displayName":{"text":"Portland"},"formattedAddress":"Portland, ME, USA",
        "location":{"latitude":43.66,"longitude":-70.26}}
        """#

    private func fixture() throws -> (LiveDaemon, WebServer) {
        folder.write("credentials/almanac_places", "the-key\n")
        setenv("CREDENTIALS_DIRECTORY", folder.path + "/credentials", 1)
        defer { unsetenv("CREDENTIALS_DIRECTORY") }
        return try LiveDaemon.asking("google", at: "/maps", "Credential=places", in: folder)
    }

    /// Answers as the older services, of which all but geocoding are denied, and as the newer one.
    private func answer(_ question: WebServer.Question, isNewDenied: Bool = false) -> WebServer.Reply {
        let target = question.target
        if target.hasPrefix("/maps/v1/") {
            guard !isNewDenied else { return .init(status: "403 Forbidden", body: Self.newDenial) }
            let isSuggestion = target.contains("autocomplete")
            return .init(body: isSuggestion ? "{\"suggestions\":[\(Self.suggestion)]}" : Self.details)
        }
        let isGeocoding = target.hasPrefix("/maps/geocode/")
        return .init(body: isGeocoding ? "{\"status\":\"OK\",\"results\":[\(Self.portland)]}" : Self.denial)
    }

    @Test func `a key that may not use the older API gets suggestions from the newer one`() throws {
        let (fixture, server) = try fixture()
        server.answer = { answer($0) }
        let found = try fixture.call("Suggest", ["prefix": "portl"])["suggestions"]?.array?.first
        #expect(found?["text"] == "Portland" && found?["detail"] == "ME")
        let asked = try #require(server.questions.last)
        #expect(asked.target == "/maps/v1/places:autocomplete")
        #expect(asked.head.hasPrefix("POST "))
        #expect(asked.head.contains("X-Goog-Api-Key: the-key\r\n"))
        #expect(asked.head.contains("X-Goog-FieldMask: suggestions.placePrediction.placeId,"))
        #expect(asked.head.contains("Content-Type: application/json\r\n"))

        let place = try fixture.call("GetPlace", ["identifier": "places/P1"])["place"]
        #expect(place?["name"] == "Portland" && place?["latitude"] == 43.66)
        #expect(
            try fixture.call("Geocode", ["text": "Portland"])["places"]?.array?.first?["latitude"] == 43.66)
        // The older one is not asked again.
        let count = server.questions.count
        _ = try fixture.call("Suggest", ["prefix": "portla"])
        #expect(server.questions.dropFirst(count).map(\.target) == ["/maps/v1/places:autocomplete"])
        #expect(try fixture.runtime(of: "places")?["failure"] == nil)
        fixture.end()
    }

    @Test func `a key for which suggestions are denied still finds places, and the status says so`() throws {
        let (fixture, server) = try fixture()
        server.answer = { answer($0, isNewDenied: true) }
        #expect(try fixture.call("Suggest", ["prefix": "portl"])["suggestions"] == [])
        #expect(
            try fixture.call("Geocode", ["text": "Portland"])["places"]?.array?.first?["latitude"] == 43.66)
        let near = try fixture.call("ReverseGeocode", ["latitude": 43.66, "longitude": -70.26])
        #expect(near["places"]?.array?.count == 1)
        let place = try fixture.call("GetPlace", ["identifier": "places/P1"])["place"]
        #expect(place?["latitude"] == 43.66)
        let runtime = try fixture.runtime(of: "places")
        #expect(runtime?["failure"] == nil)
        #expect(
            runtime?["notes"]?.array?.first?.string?.contains(
                "suggest is denied: google: not authorised (REQUEST_DENIED): enable the Places API (New)")
                == true)
        // The denied services are not asked for each letter.
        let count = server.questions.count
        _ = try fixture.call("Suggest", ["prefix": "portla"])
        #expect(server.questions.count == count)
        fixture.end()
    }

    @Test func `the newer API answers nothing with an empty object`() throws {
        let (fixture, server) = try fixture()
        server.answer = { question in
            question.target.hasPrefix("/maps/v1/") ? .init(body: "{}") : answer(question)
        }
        #expect(try fixture.call("Suggest", ["prefix": "xyzzy"])["suggestions"] == [])
        #expect(try fixture.runtime(of: "places")?["notes"] == nil)
        fixture.end()
    }
}
