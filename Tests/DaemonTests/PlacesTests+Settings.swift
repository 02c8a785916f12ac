import Records
import Testing
import Varlink

/// Definitions of place services that cannot be used.
extension PlacesTests {
    @Test func `without a place service a query fails`() throws {
        let fixture = try LiveDaemon(folder)
        #expect(fixture.refusal(of: "Geocode", ["text": "kent"])?.name == "io.almanac.NoSuchSource")
        fixture.end()
    }

    @Test func `a definition that lacks a setting of its service reports it`() throws {
        define("a", "Provider=google")
        define("b", "Provider=google", "Credential=nothing-there")
        define("c", "Provider=photon", "Refresh=1h")
        define("d", "Provider=nominatim\nSuggest=yes")
        define("e", "Provider=nominatim")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: { (try? fixture.runtime(of: "e"))?["failure"] != nil })
        func message(_ name: String) throws -> String {
            try fixture.runtime(of: name)?["failure"]?["message"]?.string ?? ""
        }
        #expect(try message("a").contains("needs a key"))
        #expect(try message("b").contains("there is no credential nothing-there"))
        #expect(try message("c").contains("Refresh=1h is not allowed with Kind=places"))
        #expect(try message("d").contains("forbids typeahead"))
        #expect(try message("e").contains("set Contact= in almanac.conf"))
        let refused = fixture.refusal(of: "Geocode", ["text": "kent"])
        #expect(refused?.name == "io.almanac.UpstreamFailed")
        #expect(refused?.parameters["source"] == "e" && refused?.parameters["reason"] == "policy")
        fixture.end()
    }
}
