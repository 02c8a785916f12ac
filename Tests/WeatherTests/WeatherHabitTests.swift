import Decoding
import Records
import Testing
import Weather

/// Variants of the code used by countries and stations, and typing errors.
@Suite struct WeatherHabitTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-11-20T20:30:00Z")!)

    private static func metar(_ rest: String) throws -> JSON {
        try JSON(parsing: METAR("LIRF 202020Z " + rest, clock: clock).record(clock: clock).data)
    }

    private static func taf(_ rest: String) throws -> JSON {
        try JSON(
            parsing: TAF("TAF LIRF 201100Z 2012/2118 24010KT 9999 SCT035 " + rest, clock: clock).record().data
        )
    }

    @Test(arguments: ["KJFK COR 202020Z", "METAR CCA KJFK 202020Z", "KJFK 202020Z CORR", "COR KJFK 202020Z"])
    func `a correction is recognised wherever it is written`(head: String) throws {
        let metar = try METAR(head + " 18010KT 10SM CLR 20/10 A2992", clock: Self.clock)
        #expect(metar.isCorrected)
        #expect(metar.time?.description == "2026-11-20T20:20:00Z")
        #expect(metar.unparsed.isEmpty)
    }

    @Test(
        arguments: [
            ("1/2 SM FG", 804.67), ("2 1/2 SM BR", 4023.36), ("10 SM", 16093.44), ("1 SM BR", 1609.34),
        ])
    func `a visibility may have an extra space before its unit`(text: String, meters: Double) throws {
        let data = try Self.metar("18010KT \(text) 20/20 A2992")
        #expect(data["visibility"]?.double == meters)
        #expect(data["unparsed"] == nil)
    }

    @Test(arguments: ["Q 1013", "QNH 1013", "QNH1013", "Q1013"])
    func `a pressure may have a space after its letters`(text: String) throws {
        let data = try Self.metar("18010KT 9999 12/10 \(text) NOSIG")
        #expect(data["altimeter"] == 1013)
        #expect(data["unparsed"] == nil)
    }

    @Test func `weather in the vicinity may have a space, and spray is weather`() throws {
        #expect(try Self.metar("18010KT 9999 VC SH BLPY SCT020 12/10 Q1013")["weather"] == ["VCSH", "BLPY"])
        #expect(try Self.taf("BECMG 2021/2023 VC TS")["groups"]?.array?[1]["weather"] == ["VCTS"])
    }

    @Test(arguments: ["R28L/////", "R28L//////", "R28L/////FT", "R28L/////N", "R28L/////FT/U"])
    func `a runway whose sensor is silent has no visual range`(text: String) throws {
        let data = try Self.metar("18010KT 0800 \(text) FG VV001 12/12 Q1013")
        #expect(data["runwayVisualRange"] == ["28L": [:]])
    }

    @Test(arguments: ["09SNOCLO", "88CLRD//", "SNOCLO", "25190295", "R24R/19//95", "R/SNOCLO"])
    func `states of runways are kept in their older forms, too`(text: String) throws {
        let data = try Self.metar("18010KT 9999 SCT020 12/10 Q1013 \(text) NOSIG")
        #expect(data["runwayState"] == [.string(text)])
        #expect(data["unparsed"] == nil)
    }

    @Test(arguments: ["WS RWY ALL", "WS ALL RWY", "WS RWY 22L", "WS RWY22L", "WS R22L", "WS TKOF RWY20"])
    func `wind shear is kept with its runway`(text: String) throws {
        let data = try Self.metar("18010KT 9999 SCT020 12/10 Q1013 \(text) NOSIG")
        #expect(data["windShear"] == [.string(text)])
        #expect(data["unparsed"] == nil)
    }

    @Test func `a trend's period is hours and minutes, or day and hour where that is near`() throws {
        let south = try Self.metar("18010KT 9999 12/10 Q1013 TEMPO 2021/2023 4000 TSRA")["trend"]?.array?[0]
        #expect(south?["from"] == "2026-11-20T21:00:00Z")
        #expect(south?["until"] == "2026-11-20T23:00:00Z")
        let australia = try Self.metar("18010KT 9999 12/10 Q1013 INTER 2130/2300 4000 TSRA")["trend"]?.array?[
            0]
        #expect(australia?["from"] == "2026-11-20T21:30:00Z")
        #expect(australia?["until"] == "2026-11-20T23:00:00Z")
    }

    @Test func `a second colour is the expected one`() throws {
        let data = try Self.metar("18010KT 9999 SCT020 12/10 Q1013 WHT GRN")
        #expect(data["color"] == "WHT")
        #expect(data["trend"] == [["color": "GRN", "text": "GRN"]])
    }

    @Test func `an increase of snow has its depth`() throws {
        let remarks = try Self.metar("18010KT 1/2SM +SN VV003 M01/M01 A2992 RMK AO2 SNINCR 2/10")["remarks"]
        #expect(remarks?["snowIncrease"] == 5.08)
        #expect(remarks?["snowDepth"] == 25.4)
    }

    @Test(arguments: ["FM 201800 27012KT CAVOK", "FM201800 27012KT CAVOK", "FM201800Z 27012KT CAVOK"])
    func `a change of a forecast may have an extra space`(text: String) throws {
        let group = try Self.taf(text)["groups"]?.array?[1]
        #expect(group?["change"] == "FM")
        #expect(group?["from"] == "2026-11-20T18:00:00Z")
        #expect(group?["wind"] == ["direction": 270, "speed": 12])
    }

    @Test(arguments: ["PROB 30 TEMPO 2014/2018", "PROB30 TEMPO 2014/2018", "PROB30 TEMPO 2014/18"])
    func `a probability and a period are read in their older forms, too`(text: String) throws {
        let group = try Self.taf("\(text) 4000 SHRA")["groups"]?.array?[1]
        #expect(group?["probability"] == 30)
        #expect(group?["change"] == "TEMPO")
        #expect(group?["from"] == "2026-11-20T14:00:00Z")
        #expect(group?["until"] == "2026-11-20T18:00:00Z")
    }

    @Test func `hours in Australian remarks are not changes`() throws {
        let data = try Self.taf("RMK FM201500 MOD TURB BLW 5000FT TILL FM201800 T 22 24 Q 1013 1014")
        #expect(data["groups"]?.array?.count == 1)
        #expect(data["remarks"] == "FM201500 MOD TURB BLW 5000FT TILL FM201800 T 22 24 Q 1013 1014")
        #expect(data["unparsed"] == nil)
    }

    @Test func `a word of remarks that is not UTF-8 leaves the record intact`() throws {
        let bytes = Array("KPWM 202020Z 18010KT 10SM CLR 12/10 A2992 RMK AO2 LTG".utf8) + [0xC3, 0x43]
        let data = try METAR(bytes, clock: Self.clock).record(clock: Self.clock).data
        #expect(try JSON(parsing: data)["remarks"]?["lightning"] == ["LTG\u{FFFD}C"])
    }

    @Test func `numbers in a free remark are not broken groups`() throws {
        let taf = try TAF(
            "TAF KNBC 201500Z 2015/2115 27010KT 9999 SCT12 LAST NO AMDS AFT 2016 NEXT 2111", clock: Self.clock
        )
        #expect(taf.faults.map(\.found) == ["SCT12"])
    }
}
