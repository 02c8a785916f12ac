import Records
import Testing
import Varlink

/// A place service that sends web pages instead of answers.
@Suite(.serialized) struct PlaceWebPageTests {
    private let folder = Folder()
    private static let answer = """
        {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-73.99,40.75]},
        "properties":{"name":"Kent Garden","osm_type":"W","osm_id":7}}]}
        """

    @Test func `a single web page is a failed answer, and only several in a row are a reason to wait`() throws
    {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder)
        let page = WebServer.Reply(body: "<!doctype html><title>Slow down</title>")
        for attempt in 0..<2 {
            server.answer = { _ in page }
            let refused = fixture.refusal(of: "Geocode", ["text": "kent"])
            #expect(refused?.name == "io.almanac.UpstreamFailed")
            #expect(refused?.parameters["reason"] == "content")
            #expect(refused?.parameters["message"]?.string?.contains("received a web page") == true)
            server.answer = { _ in .init(body: Self.answer) }
            let found = try fixture.call("Geocode", ["text": .string("kent \(attempt)")])
            #expect(found["places"]?.array?.count == 1)
        }
        #expect(server.questions.count == 4)
        server.answer = { _ in page }
        let names = (0..<3).map { _ in fixture.refusal(of: "Geocode", ["text": "kent"])?.name }
        #expect(names == ["io.almanac.UpstreamFailed", "io.almanac.RateLimited", "io.almanac.RateLimited"])
        #expect(server.questions.count == 6)
        fixture.end()
    }
}
