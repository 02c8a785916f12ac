import AlmanacValues
import Records
import Showing
import Testing

/// The wind on the runways of an airport, as the page of an airport shows it.
@Suite struct RunwayWindsTests {
    private static let table = RunwayTable(
        Array("# A remark.\nEGLL\t09L/27R 90 12799\nKPWM\t11/29 96 7200\t18/36 164 6100\t05/23  \n".utf8))

    private func lines(_ wind: JSON?, runways: [Runway] = table["KPWM"]) -> [String] {
        var members: [JSON.Member] = [.init("station", "KPWM"), .init("raw", "KPWM 201351Z")]
        if let wind { members.append(.init("wind", wind)) }
        let item = Item(source: "metar@KPWM", key: "KPWM", data: .object(members))
        let page = AirportPage([Samples.portland], items: [item], runways: runways)
        let lines = page.lines(on: Paper(width: 200, now: Golden.now)).map(\.plain)
        return Array(lines.drop { $0 != "Runways" }.dropFirst().prefix { !$0.isEmpty })
    }

    @Test func `each runway is listed once, by its end with the greatest headwind first, with gusts`() {
        #expect(
            lines(["direction": 290, "speed": 13, "gust": 23]) == [
                "29     headwind 13 kt, 22 kt in gusts; crosswind 3 kt from the right, 6 kt in gusts; 7200 ft long",
                "36     headwind 8 kt, 14 kt in gusts; crosswind 11 kt from the left, 19 kt in gusts; 6100 ft long",
                "05/23  direction of the runway unknown",
            ])
    }

    @Test func `a direction that varies has the worst components, also those from behind`() {
        let found = lines(["direction": 290, "speed": 10, "from": 240, "to": 10])
        #expect(found[0].contains("as it varies, crosswind up to 10 kt, tailwind up to 1 kt"))
    }

    @Test(arguments: RunwayWindsTests.winds)
    func `a wind without components says so for all runways`(wind: JSON?, text: String) {
        #expect(lines(wind) == [text])
    }

    private static let winds: [(JSON?, String)] = [
        (["speed": 0], "All runways  calm"),
        (["speed": 3, "variable": true], "All runways  variable: up to 3 kt from any side"),
        (["speed": 3, "gust": 15, "variable": true], "All runways  variable: up to 15 kt from any side"),
        (["speed": 9], "All runways  direction unknown: up to 9 kt from any side"),
        (
            ["speed": 99, "speedAbove": true, "variable": true],
            "All runways  variable: more than 99 kt from any side"
        ),
        (["direction": 90], "All runways  wind unknown"), (nil, "All runways  wind unknown"),
    ]

    @Test func `without runways nothing is said, and lines that cannot be read have none`() {
        #expect(lines(["direction": 290, "speed": 13], runways: []) == [])
        #expect(Self.table["KBOS"] == [] && RunwayTable()["KPWM"] == [])
        #expect(RunwayTable(Array("KPWM\t11/29\t 1 2\t18/36 999 1\n".utf8))["KPWM"] == [])
        #expect(Self.table["KPWM"].map(\.heading) == [96, 164, nil])
        #expect(Self.table["EGLL"].map(\.length) == [12_799])
    }
}
