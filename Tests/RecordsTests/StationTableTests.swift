import Records
import Testing

@Suite struct StationTableTests {
    private let table = StationTable(
        Array(
            """
            # A remark.
            EGLL\tLHR\tLondon/Heathrow Intl\t51.477\t-0.461\t26\tGB\tEN\tMT
            KPWM\t\tPortland Intl\t43.64244\t-70.30441\t15\tUS\tME\tMT
            PAOM\tOME\tNome Arpt\t64.51113\t-165.44006\t\tUS\tAK\tM
            ZZZZ\tbroken
            """.utf8))

    @Test func `a station is found by its identifier with all its data`() {
        let portland = table["KPWM"]
        #expect(portland?.title == "Portland Intl, ME, US")
        #expect(portland?.position == Position(latitude: 43.64244, longitude: -70.30441))
        #expect(portland?.elevation == 15)
        #expect(portland?.isForecast == true)
        #expect(table["PAOM"]?.elevation == nil)
        #expect(table["PAOM"]?.isForecast == false)
    }

    @Test(arguments: ["AAAA", "KPW", "KPWMX", "kpwm", "ZZZZ", "", "#"])
    func `an unknown identifier finds no station`(text: String) {
        #expect(table[text] == nil)
        #expect(StationTable()[text] == nil)
    }

    @Test func `the nearest station with reports is found from anywhere`() throws {
        let place = try #require(Position(latitude: 43.6, longitude: -70.3))
        #expect(table.nearest(to: place)?.identifier == "KPWM")
        let far = try #require(Position(latitude: 60, longitude: 179))
        #expect(table.nearest(to: far)?.identifier == "PAOM")
        #expect(StationTable().nearest(to: place) == nil)
    }

    @Test func `a national code finds its station`() {
        #expect(table.station(code: "PWM")?.identifier == "KPWM")
        #expect(table.station(code: "OME")?.identifier == "PAOM")
        #expect(table.station(code: "XXX") == nil)
    }

    @Test func `only whole words of its title name a station`() throws {
        let heathrow = try #require(table["EGLL"])
        #expect(heathrow.isNamed("HEATHROW london"))
        #expect(!heathrow.isNamed("heath"))
        #expect(!heathrow.isNamed("heathrow portland"))
    }

    @Test func `words of the name find stations, in any case and order`() {
        #expect(table.named("intl PORTLAND", limit: 9).map(\.identifier) == ["KPWM"])
        #expect(table.named("us", limit: 9).map(\.identifier) == ["KPWM", "PAOM"])
        #expect(table.named("us", limit: 1).map(\.identifier) == ["KPWM"])
        #expect(table.named("heath", limit: 9).map(\.identifier) == ["EGLL"])
        #expect(table.named("row", limit: 9) == [])
        #expect(table.named(" ", limit: 9) == [])
    }
}
