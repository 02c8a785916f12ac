import Records
import TestServer
import Testing

/// The model of Canada's index, in a whole daemon: 372 messages, and an index of 7 MB.
///
/// Source: seevee/cap_alerts, docs/evidence, 2026-08-22. The messages have about a quarter of their real size
/// of 55 kB; `Tests/System/canada.test` measures time and memory with real ones.
@Suite(.serialized) struct AlertCanadaTests {
    private static let count = 372
    private let folder = Folder()

    private var messages: [IndexedMessage] {
        (0..<AlertCanadaTests.count).map { number in
            let corners = (0..<(400 + number)).map { corner in
                let side = corner < 200 ? "45.\(1000 + corner)" : "46.\(1000 + corner)"
                return "\(side),-\(60 + number % 40).\(1000 + (corner < 200 ? corner : 1000 - corner))"
            }
            let name = "n\(number)"
            return IndexedMessage(
                name: name, zone: name, polygon: (corners + corners.prefix(1)).joined(separator: " "))
        }
    }

    @Test
    func
        `all of Canada is complete within a minute, and a refresh without news is one conditional request`()
        throws
    {
        let index = try AlertIndexFixture(in: folder, alert: "Absence=nothing\n")
        let corner = "<georss:polygon xmlns:georss='http://www.georss.org/georss'>"
        index.padding = corner + String(repeating: "45.1234 -75.1234 ", count: 1100) + "</georss:polygon>"
        let start = folder.wall
        let paths = try index.read(messages)
        #expect(folder.wall < start + .seconds(60))
        #expect(paths.count == 1 + AlertCanadaTests.count && Set(paths).count == paths.count)
        let runtime = try index.fixture.runtime(of: "index")
        #expect(runtime?["records"]?.int == AlertCanadaTests.count)
        let isWhole = runtime?["rejected"] == 0 && runtime?["notes"] == nil
        #expect(runtime?["health"] == "fresh" && isWhole, "\(runtime ?? .null)")
        #expect(try index.readAgain() == ["/index"])
        #expect(index.server.heads.last?.contains("If-None-Match") == true)
        #expect(try index.fixture.runtime(of: "index")?["records"]?.int == AlertCanadaTests.count)
        index.fixture.end()
    }
}
