import Records
import Storing
import Testing

@Suite struct AreaTests {
    private func record(_ key: String, _ geometry: String, at place: (Double, Double)) -> Record {
        Record(
            key: key, position: Position(latitude: place.0, longitude: place.1),
            data: Array(#"{"geometry":\#(geometry)}"#.utf8))
    }

    private func square(_ west: Int, _ east: Int, hole: String = "") -> String {
        #"{"coordinates":[[[\#(west),0],[\#(east),0],[\#(east),10],[\#(west),10]]\#(hole)],"type":"Polygon"}"#
    }

    @Test func `records with an area are found by it, with holes and across 180 degrees`() throws {
        let store = try Store.open(Scratch())
        try store.accept(
            [
                record("plain", square(0, 10), at: (5, 5)),
                record("hole", square(0, 10, hole: ",[[4,4],[6,4],[6,6],[4,6]]"), at: (2, 2)),
                record("crossing", square(175, -175), at: (5, 180)),
                record("circle", #"{"coordinates":[-179,5],"radius":50000,"type":"Point"}"#, at: (5, -179)),
                Record(key: "point", position: Position(latitude: 5, longitude: 5), data: Array("{}".utf8)),
            ], of: "s")
        try store.indexAll()
        let finder = try Finder(in: store)
        #expect(try Set(finder.near(9, 1, within: 0)) == ["plain", "hole"])
        #expect(try Set(finder.near(5, 5, within: 0)) == ["plain", "point"])
        #expect(try finder.near(5, -176, within: 0) == ["crossing"])
        #expect(try finder.near(5, 176, within: 0) == ["crossing"])
        #expect(try Set(finder.near(5, -178.8, within: 0)) == ["crossing", "circle"])
        #expect(try Set(finder.near(5, 11, within: 120_000)) == ["plain", "hole"])
        #expect(try finder.near(5, 11, within: 100_000) == [])
        #expect(try finder.near(5, 11).count == 5)
    }
}
