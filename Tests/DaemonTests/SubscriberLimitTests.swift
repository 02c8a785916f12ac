import Records
import Testing
import Varlink

@Suite(.serialized) struct SubscriberLimitTests {
    private let folder = Folder()

    @Test func `a subscriber over the limit receives an error, and other calls are answered`() throws {
        folder.write("etc/almanac.conf", "[Almanac]\nMaxConnections=2\n")
        let fixture = try LiveDaemon(folder)
        let heard = try [fixture.subscribe(), fixture.subscribe()]
        try fixture.turn(until: { heard.allSatisfy { $0.has("ready") } })
        let error = fixture.refusal(of: "Subscribe", more: true)
        #expect(error?.name == "io.almanac.TooManySubscribers")
        #expect(error?.parameters["limit"] == 2)
        #expect(try fixture.call("GetStatus")["subscribers"] == 2)
        fixture.end()
    }

    @Test func `a subscriber receives a cursor to resume from when the daemon ends`() throws {
        let fixture = try LiveDaemon(folder)
        let cursor = try fixture.call("GetStatus")["cursor"]?.string
        let heard = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") })
        fixture.end()
        try fixture.turn(until: { heard.failure != nil })
        guard case .service(let error) = heard.failure else { return #expect(heard.failure == nil) }
        #expect(error.name == "io.almanac.ShuttingDown")
        #expect(error.parameters["cursor"]?.string == cursor)
    }
}
