import Decoding
import Records
import Testing
import Weather

/// Single reports, group by group.
@Suite struct WeatherMETARTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-11-20T08:00:00Z")!)

    private static func data(_ raw: String, site: Site? = nil) throws -> JSON {
        let metar = try METAR(raw, clock: clock)
        return try JSON(parsing: metar.record(clock: clock, site: site).data)
    }

    @Test func `a record holds the documented members in sorted order without null`() throws {
        let metar = try METAR(
            "METAR KPWM 200751Z 32008G15KT 10SM FEW012 BKN250 08/04 A3004", clock: Self.clock)
        let record = metar.record(clock: Self.clock)
        #expect(record.key == "KPWM")
        #expect(
            String(decoding: record.data, as: UTF8.self)
                == #"{"altimeter":1017.27,"ceiling":25000,"clouds":[{"base":1200,"cover":"FEW"},"#
                + #"{"base":25000,"cover":"BKN"}],"dewPoint":4,"flightRules":"VFR","#
                + #""raw":"METAR KPWM 200751Z 32008G15KT 10SM FEW012 BKN250 08/04 A3004","relativeHumidity":76,"#
                + #""reported":{"altimeter":{"unit":"inHg","value":30.04},"visibility":{"unit":"SM","value":10},"#
                + #""wind":{"gust":15,"speed":8,"unit":"kt"}},"station":"KPWM","temperature":8,"#
                + #""time":"2026-11-20T07:51:00Z","type":"METAR","visibility":16093.44,"#
                + #""wind":{"direction":320,"gust":15,"speed":8},"windChill":5.5}"#)
    }

    @Test func `every record of the corpus is canonical JSON`() throws {
        for object in try WeatherCorpus.objects("weather-metar.jsonl") {
            let raw = object["raw"]?.string ?? ""
            let data = try METAR(raw, clock: Self.clock).record(clock: Self.clock).data
            #expect(try JSON(parsing: data).canonicalBytes == data, "\(raw)")
        }
    }

    @Test func `calm is a speed of zero without a direction`() throws {
        let wind = try Self.data("EGLL 200750Z 00000KT 9999")["wind"]
        #expect(wind?["speed"] == 0)
        #expect(wind?["direction"] == nil)
    }

    @Test func `a missing wind is absent`() throws {
        #expect(try Self.data("EGLL 200750Z /////KT 9999")["wind"] == nil)
    }

    @Test func `a wind with one unknown half keeps the known one`() throws {
        #expect(try Self.data("EGLL 200750Z ///05KT 9999")["wind"] == ["speed": 5])
        #expect(try Self.data("EGLL 200750Z 280//KT 9999")["wind"] == ["direction": 280])
    }

    @Test func `metres per second become knots and are kept as reported`() throws {
        let data = try Self.data("UUWW 200800Z 12012G18MPS 9999")
        #expect(data["wind"] == ["direction": 120, "gust": 34.99, "speed": 23.33])
        #expect(data["reported"]?["wind"] == ["gust": 18, "speed": 12, "unit": "m/s"])
    }

    @Test(
        arguments: [
            ("1/4SM", 402.34, nil), ("M1/4SM", 402.34, "less"), ("1 1/2SM", 2414.02, nil),
            ("11/2SM", 2414.02, nil),
            ("P6SM", 9656.06, "more"), ("10SM", 16093.44, nil), ("9999", 10_000, "more"), ("0350", 350, nil),
            ("20KM", 20_000, nil), ("9000NDV", 9000, nil), ("CAVOK", 10_000, "more"),
        ] as [(String, Double, String?)])
    func `a visibility is in metres with a qualifier`(text: String, meters: Double, qualifier: String?) throws
    {
        let data = try Self.data("CYYZ 200800Z 12012KT \(text) 08/04")
        #expect(data["visibility"]?.double == meters)
        #expect(data["visibilityQualifier"]?.string == qualifier)
    }

    @Test(arguments: ["SKC", "CLR", "NSC", "NCD"])
    func `each word for a clear sky is kept`(word: String) throws {
        #expect(try Self.data("EGLL 200750Z 12012KT 9999 \(word) 08/04")["sky"]?.string == word)
    }

    @Test func `CAVOK does not imply clear skies`() throws {
        let data = try Self.data("EGLL 200750Z 12012KT CAVOK 08/04 Q1013")
        #expect(data["cavok"] == true)
        #expect(data["sky"] == nil)
        #expect(data["clouds"] == nil)
        #expect(data["flightRules"] == "VFR")
    }

    @Test func `a runway visual range has its runway, limits in metres and tendency`() throws {
        let data = try Self.data("CYYC 200800Z 12012KT 1/2SM R17R/2600VP6000FT/N R29/P1500 FG")
        #expect(
            data["runwayVisualRange"] == [
                "17R": ["high": 1828.8, "highQualifier": "more", "low": 792.48, "tendency": "none"],
                "29": ["low": 1500, "lowQualifier": "more"],
            ])
    }

    @Test func `recent weather is not present weather`() throws {
        let data = try Self.data("EGLL 200750Z 12012KT 9999 -RA BKN010 08/04 Q1013 RETS")
        #expect(data["weather"] == ["-RA"])
        #expect(data["recentWeather"] == ["TS"])
    }

    @Test func `hectopascals take precedence over inches`() throws {
        let data = try Self.data("MZBZ 200800Z 11006KT 9999 FEW045 29/24 A2996 Q1014")
        #expect(data["altimeter"] == 1014)
        #expect(data["reported"]?["altimeterOther"] == ["unit": "inHg", "value": 29.96])
    }

    @Test func `a trend is not part of the observation`() throws {
        let data = try Self.data(
            "EDDF 200750Z 12012KT 9999 BKN030 08/04 Q1013 TEMPO FM0830 TL0930 25020G40KT 1400 TSRA BKN008 RMK X"
        )
        #expect(data["weather"] == nil)
        #expect(data["ceiling"] == 3000)
        #expect(
            data["trend"] == [
                [
                    "ceiling": 800, "change": "TEMPO", "clouds": [["base": 800, "cover": "BKN"]],
                    "from": "2026-11-20T08:30:00Z",
                    "text": "TEMPO FM0830 TL0930 25020G40KT 1400 TSRA BKN008",
                    "until": "2026-11-20T09:30:00Z",
                    "visibility": 1400, "weather": ["TSRA"],
                    "wind": ["direction": 250, "gust": 40, "speed": 20],
                ]
            ])
        #expect(data["remarks"]?["text"] == "X")
    }

    @Test func `a colour is kept, and weather after it is a trend`() throws {
        let data = try Self.data("EHLW 200755Z 21007KT 1400 OVC001 09/09 Q1005 RED 22010KT 1000 DZRA OVC002")
        #expect(data["color"] == "RED")
        #expect(data["visibility"] == 1400)
        #expect(data["trend"]?.array?.first?["visibility"] == 1000)
    }

    @Test func `a report keeps sea, runway states and wind shear`() throws {
        let data = try Self.data(
            "ENHM 200750Z 12012KT 9999 FEW030 08/04 Q1000 WS R35 WS ALL RWY W08/S3 R24/290050 88490591 R/SNOCLO"
        )
        #expect(data["sea"] == ["code": "W08/S3", "state": 3, "temperature": 8])
        #expect(data["runwayState"] == ["R24/290050", "88490591", "R/SNOCLO"])
        #expect(data["windShear"] == ["WS R35", "WS ALL RWY"])
        #expect(data["unparsed"] == nil)
    }

    @Test func `the decoder reads North American remarks`() throws {
        let remarks = try Self.data(
            "KEWR 200751Z 18015KT 2SM TSRA BR BKN040CB 22/22 A2987 RMK AO2 PK WND 29028/0717 WSHFT 0712 FROPA "
                + "TSB05RAB22 SLP114 FRQ LTGICCC P0013 T02270215 56012 10233 20211 4/012 VIS 1V2 CIG 006V012 "
                + "PRESFR TSNO $"
        )["remarks"]
        #expect(remarks?["peakWind"] == ["direction": 290, "speed": 28, "time": "2026-11-20T07:17:00Z"])
        #expect(remarks?["windShift"] == ["frontal": true, "time": "2026-11-20T07:12:00Z"])
        #expect(remarks?["seaLevelPressure"] == 1011.4)
        #expect(remarks?["temperature"] == 22.7)
        #expect(remarks?["dewPoint"] == 21.5)
        #expect(remarks?["pressureTendency"] == ["change": -1.2, "character": 6])
        #expect(remarks?["precipitation"] == ["hour": 3.3])
        #expect(remarks?["maximumTemperature"] == 23.3)
        #expect(remarks?["minimumTemperature"] == 21.1)
        #expect(remarks?["snowDepth"] == 30.48)
        #expect(remarks?["visibility"] == ["high": 3218.69, "low": 1609.34])
        #expect(remarks?["ceiling"] == ["high": 1200, "low": 600])
        #expect(remarks?["weatherTimes"] == ["TSB05RAB22"])
        #expect(remarks?["outages"] == ["TSNO"])
        #expect(remarks?["maintenance"] == true)
    }

    @Test func `a broken group is rejected alone with its place`() throws {
        let metar = try METAR(
            "UNEE 200830Z 33025GT35KT 9999 SCT025 09/03 Q1008 R23/GLRD60 HELLO", clock: Self.clock)
        #expect(metar.conditions.wind == nil)
        #expect(metar.temperatures?.air == 9)
        #expect(metar.unparsed == ["33025GT35KT", "R23/GLRD60", "HELLO"])
        #expect(
            metar.faults == [
                DecodeError(part: "wind", found: "33025GT35KT", offset: 13),
                DecodeError(part: "runway group", found: "R23/GLRD60", offset: 49),
            ])
    }

    @Test func `a text without a station is not a report`() {
        #expect(throws: DecodeError(part: "station", found: "<html>", offset: 0)) {
            try METAR("<html>", clock: Self.clock)
        }
    }

    @Test func `altitudes are derived if the station's elevation is known`() throws {
        let site = Site(
            name: "Denver", position: Position(latitude: 39.85, longitude: -104.66), elevation: 1655)
        let data = try Self.data("KDEN 200753Z 00000KT 10SM CLR 30/05 A3000", site: site)
        #expect(data["pressureAltitude"] == 5360)
        #expect(data["densityAltitude"] == 8380)
    }

    @Test(
        arguments: [
            ("10SM OVC004", "LIFR", "ceiling"), ("10SM OVC005", "IFR", "ceiling"),
            ("10SM OVC010", "MVFR", "ceiling"),
            ("10SM OVC030", "MVFR", "ceiling"), ("10SM OVC031", "VFR", nil),
            ("1/2SM SKC", "LIFR", "visibility"),
            ("1SM SKC", "IFR", "visibility"), ("3SM OVC020", "MVFR", "both"),
            ("5SM SKC", "MVFR", "visibility"),
            ("4800 SKC", "IFR", "visibility"), ("9000 SKC", "VFR", nil), ("10SM VV010", "MVFR", "ceiling"),
            ("10SM BKN///", nil, nil), ("10SM VV///", "LIFR", "ceiling"), ("VV///", "LIFR", "ceiling"),
            ("1/2SM VV///", "LIFR", "both"), ("OVC003", "LIFR", "ceiling"), ("OVC023", nil, nil),
        ] as [(String, String?, String?)])
    func `flight rules have the quantity that determines them`(
        groups: String, rules: String?, reason: String?
    ) throws {
        let data = try Self.data("KPWM 200751Z 00000KT \(groups) 08/04 A3004")
        #expect(data["flightRules"]?.string == rules)
        #expect(data["flightRulesBy"]?.string == reason)
    }
}
