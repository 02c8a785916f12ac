import Records
import Testing
import Varlink

@Suite(.serialized) struct SubscriberLimitTests {
    private let folder = Folder()

    @Test func `one subscriber too many is told so, and other calls are answered`() throws {
        folder.write("etc/almanac.conf", "[Almanac]\nMaxConnections=2\n")
        let house = try LiveHouse(folder)
        let heard = try [house.subscribe(), house.subscribe()]
        try house.turn(until: { heard.allSatisfy { $0.has("ready") } })
        let error = house.refusal(of: "Subscribe", more: true)
        #expect(error?.name == "io.almanac.TooManySubscribers")
        #expect(error?.parameters["limit"] == 2)
        #expect(try house.call("GetStatus")["subscribers"] == 2)
        house.end()
    }

    @Test func `the end of the daemon tells where to go on`() throws {
        let house = try LiveHouse(folder)
        let cursor = try house.call("GetStatus")["cursor"]?.string
        let heard = try house.subscribe()
        try house.turn(until: { heard.has("ready") })
        house.end()
        try house.turn(until: { heard.failure != nil })
        guard case .service(let error) = heard.failure else { return #expect(heard.failure == nil) }
        #expect(error.name == "io.almanac.ShuttingDown")
        #expect(error.parameters["cursor"]?.string == cursor)
    }
}
