import Decoding
import Definitions
import Records
import Testing
import Weather

/// Single forecasts: header, groups, timeline.
@Suite struct WeatherTAFTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-11-30T20:00:00Z")!)

    private static func data(_ raw: String) throws -> JSON {
        try JSON(parsing: TAF(raw, clock: clock).record().data)
    }

    @Test func `a period may cross the end of a month, and hour 24 is the next midnight`() throws {
        let data = try Self.data("TAF EGLL 301700Z 3018/0124 21010KT 9999 BKN020 TEMPO 3022/0102 4000 RA")
        #expect(data["time"] == "2026-11-30T17:00:00Z")
        #expect(data["from"] == "2026-11-30T18:00:00Z")
        #expect(data["until"] == "2026-12-02T00:00:00Z")
        #expect(data["groups"]?.array?[1]["until"] == "2026-12-01T02:00:00Z")
    }

    @Test func `a forecast can be amended, corrected, cancelled or nil`() throws {
        #expect(try Self.data("TAF AMD EGLL 301700Z 3018/0118 CNL")["amended"] == true)
        #expect(try Self.data("TAF AMD EGLL 301700Z 3018/0118 CNL")["cancelled"] == true)
        #expect(try Self.data("TAF COR EGLL 301700Z 3018/0118 21010KT CAVOK")["corrected"] == true)
        #expect(try Self.data("TAF EGLL 301700Z NIL")["nil"] == true)
    }

    @Test func `the decoder reads periods of the old style`() throws {
        let data = try Self.data(
            "TAF EGLL 301130Z 301206 21010KT 9999 BKN020 TEMPO 1820 4000 RA FM2230 27005KT CAVOK")
        #expect(data["from"] == "2026-11-30T12:00:00Z")
        #expect(data["until"] == "2026-12-01T06:00:00Z")
        #expect(data["groups"]?.array?[1]["from"] == "2026-11-30T18:00:00Z")
        #expect(data["groups"]?.array?[1]["until"] == "2026-11-30T20:00:00Z")
        #expect(data["groups"]?.array?[2]["from"] == "2026-11-30T22:30:00Z")
    }

    @Test func `the decoder reads wind shear, altimeter, turbulence and icing of military forecasts`() throws
    {
        let data = try Self.data(
            "TAF KLSV 302300Z 3023/0105 21020G35KT 8000 BLDU BKN160 WS020/22045KT 620304 520003 QNH2941INS T30/3023Z"
        )
        let group = data["groups"]?.array?[0]
        #expect(group?["windShear"] == ["direction": 220, "height": 2000, "speed": 45])
        #expect(group?["icing"] == [["base": 3000, "depth": 4000, "type": "2"]])
        #expect(group?["turbulence"] == [["base": 0, "depth": 3000, "type": "2"]])
        #expect(group?["altimeter"] == 995.94)
        #expect(data["temperatures"] == [["temperature": 30, "time": "2026-11-30T23:00:00Z"]])
    }

    @Test func `a layer up to the top of the clouds has no depth`() throws {
        let data = try Self.data("TAF KLSV 302300Z 3023/0105 21020G35KT 8000 BKN160 650010 520020")
        let group = data["groups"]?.array?[0]
        #expect(group?["icing"] == [["base": 100, "type": "5"]])
        #expect(group?["turbulence"] == [["base": 200, "type": "2"]])
    }

    @Test func `the timeline has the wind shear of each period`() throws {
        let data = try Self.data(
            "TAF KLSV 302300Z 3023/0123 21020KT P6SM SKC WS020/22045KT TEMPO 0100/0102 WS010/24050KT "
                + "BECMG 0103/0104 24010KT FM010800 27010KT P6SM SKC")
        let timeline = data["timeline"]?.array ?? []
        let low: JSON = ["direction": 220, "height": 2000, "speed": 45]
        #expect(timeline.map { $0["windShear"] } == [low, low, low, low, low, nil])
        #expect(
            timeline[1]["overlays"]?.array?[0]["windShear"] == [
                "direction": 240, "height": 1000, "speed": 50,
            ])
        #expect(timeline[3]["becoming"]?["windShear"] == low)
    }

    @Test func `a free remark affects nothing else`() throws {
        let data = try Self.data(
            "TAF KNBC 301500Z 3015/0115 27010KT 9999 SCT010 LAST NO AMDS AFT 3016 NEXT 0111")
        #expect(data["groups"]?.array?[0]["visibility"] == 10_000)
        #expect(data["unparsed"] == ["LAST", "NO", "AMDS", "AFT", "3016", "NEXT", "0111"])
    }

    private static let whole =
        "TAF KPWM 301720Z 3018/0118 18010KT P6SM BKN040 TEMPO 3018/3020 2SM BR BECMG 3020/3022 1/2SM FG VV003 "
        + "FM010000 27012KT P6SM SKC PROB30 0104/0108 3SM -SHRA OVC012"

    @Test func `the timeline has no gaps and covers the whole forecast`() throws {
        let stretches = try TAF(Self.whole, clock: Self.clock).timeline
        #expect(stretches.first?.from.description == "2026-11-30T18:00:00Z")
        #expect(stretches.last?.until.description == "2026-12-01T18:00:00Z")
        for (one, next) in zip(stretches, stretches.dropFirst()) { #expect(one.until == next.from) }
    }

    @Test func `each period has prevailing, becoming and temporary conditions`() throws {
        let stretches = try TAF(Self.whole, clock: Self.clock).timeline
        #expect(
            stretches.map { $0.conditions.flightCategory?.rules.rawValue } == [
                "VFR", "VFR", "LIFR", "VFR", "VFR", "VFR",
            ])
        #expect(stretches.map { $0.worst?.rules.rawValue } == ["IFR", "LIFR", "LIFR", "VFR", "MVFR", "VFR"])
        #expect(stretches.map(\.overlays.count) == [1, 0, 0, 0, 1, 0])
        #expect(stretches[1].becoming?.ceiling == 300)
        #expect(stretches[4].overlays.first?.probability == 30)
    }

    @Test func `conditions that a change does not name remain`() throws {
        let taf = try TAF(Self.whole, clock: Self.clock)
        let conditions = taf.conditions(at: UTC(iso8601: "2026-11-30T23:00:00Z")!)
        #expect(conditions?.wind?.direction == 180)
        #expect(conditions?.weather.map(\.description) == ["FG"])
        #expect(taf.conditions(at: UTC(iso8601: "2026-12-01T18:00:00Z")!) == nil)
    }

    @Test func `CAVOK ends weather and clouds, NSW ends weather, clouds replace clear skies`() throws {
        let taf = try TAF(
            "TAF EGLL 301700Z 3018/0118 21010KT 3000 RA BKN008 BECMG 3019/3020 NSW BECMG 3021/3022 CAVOK "
                + "BECMG 0100/0102 BKN030", clock: Self.clock)
        func at(_ time: String) -> Conditions? { UTC(iso8601: time).flatMap { taf.conditions(at: $0) } }
        #expect(at("2026-11-30T20:00:00Z")?.weather.isEmpty == true)
        #expect(at("2026-11-30T20:00:00Z")?.ceiling == 800)
        #expect(at("2026-11-30T22:00:00Z")?.ceiling == nil)
        #expect(at("2026-11-30T22:00:00Z")?.isCAVOK == true)
        #expect(at("2026-12-01T02:00:00Z")?.ceiling == 3000)
        #expect(at("2026-12-01T02:00:00Z")?.isCAVOK == false)
    }

    @Test func `every record of the corpus is canonical JSON`() throws {
        for object in try WeatherCorpus.objects("weather-taf.jsonl") {
            let raw = object["raw"]?.string ?? ""
            let data = try TAF(raw, clock: WeatherTAFCorpusTests.clocks[0]).record().data
            #expect(try JSON(parsing: data).canonicalBytes == data, "\(raw)")
        }
    }

    @Test func `a forecast may continue on lines without indentation`() throws {
        let context = DocumentContext(reference: UTC(iso8601: "2026-11-30T20:00:00Z")!)
        var decoder = try Kind.taf.decoder(options: Options(), context: context)
        let text =
            "TAF KPWM 301720Z 3018/0118 18010KT P6SM BKN040\n  TEMPO 3018/3020 2SM BR\n"
            + "TAF\nAMD KBOS 301740Z 3018/0124 18010KT P6SM SKC\nFM010000 27012KT P6SM SKC\n"
        let out = try decoder.decode(whole: Array(text.utf8))
        #expect(out.records.map(\.key) == ["KPWM", "KBOS"])
        #expect(try out.records.map { try JSON(parsing: $0.data)["groups"]?.array?.count } == [2, 2])
    }
}
