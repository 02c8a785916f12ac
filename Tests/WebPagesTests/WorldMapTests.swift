import Records
import Testing
import WebPages

@Suite struct WorldMapTests {
    @Test func `lines and towns have their positions`() throws {
        let map = try WorldMap(WorldMapTests.small)
        let ring = [(10.0, 50.0), (15.0, 50.0), (15.0, 45.0)]
        #expect(
            map.lines(.land)
                == [ring.map { Position(latitude: $0.1, longitude: $0.0)! }])
        #expect(map.lines(.lakes).isEmpty)
        #expect(map.lines(.borders).map(\.count) == [2])
        #expect(map.towns.map(\.name) == ["Örk"])
        #expect(map.towns.map(\.isCapital) == [true])
        #expect(map.towns.map(\.zoom) == [2.5])
        #expect(map.towns.map(\.position) == [Position(latitude: 50, longitude: 10)])
    }

    @Test func `blocks of unknown kinds are ignored`() throws {
        var bytes = WorldMapTests.small
        bytes.insert(contentsOf: [99, 2, 7, 7], at: bytes.firstIndex(of: .newline)! + 1)
        #expect(try WorldMap(bytes).towns.count == 1)
    }

    @Test func `every prefix of a map throws`() {
        for count in 0..<WorldMapTests.small.count {
            #expect(throws: WorldMap.Damage.endsEarly) {
                try WorldMap(Array(WorldMapTests.small.prefix(count)))
            }
        }
    }

    @Test func `a map with any byte changed is read or throws`() {
        for index in WorldMapTests.small.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = WorldMapTests.small
                bytes[index] = byte
                _ = try? WorldMap(bytes)  // Either result is right; only a trap would not be.
            }
        }
    }

    @Test func `a position beyond the pole and a count without content throw`() {
        let header = Array("almanac map 1\n".utf8)
        // One line of one point, 100 units north of the equator at a unit per degree.
        #expect(throws: WorldMap.Damage.impossible) {
            try WorldMap(header + [1, 6, 1, 1, 1, 0, 0xC8, 1, 0, 0])
        }
        #expect(throws: WorldMap.Damage.impossible) { try WorldMap(header + [1, 2, 0, 0, 0, 0]) }
        #expect(throws: WorldMap.Damage.endsEarly) {
            try WorldMap(header + [1, 5, 1, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0])
        }
    }

    /// A ring in 20ths of a degree, a border in hundredths, and a town.
    static let small = parts.flatMap { $0 }

    private static let parts: [[UInt8]] = [
        Array("almanac map 1; made for tests\n".utf8),
        [1, 13, 20, 1, 3, 0x90, 3, 0xD0, 15, 0xC8, 1, 0, 0, 0xC7, 1],
        [3, 7, 100, 1, 2, 2, 2, 4, 4],
        [5, 12, 100, 1, 11, 0xD0, 15, 0x90, 0x4E, 4], Array("Örk".utf8),
        [0, 0],
    ]
}
