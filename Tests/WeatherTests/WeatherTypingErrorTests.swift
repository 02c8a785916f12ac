import Decoding
import Records
import TestDocuments
import Testing
import Weather

/// Reports with typing errors, rare groups and impossible values: each member of each report in the corpus
/// has the expected value, and what is not understood is reported.
@Suite struct WeatherTypingErrorTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-11-03T20:00:00Z")!)
    private static let site = Site(name: "Hill", position: nil, elevation: 100)

    @Test func `a faulty word affects only its own members and is reported`() throws {
        for object in try WeatherCorpus.objects("weather-typing-errors.jsonl") {
            let raw = object["raw"]?.string ?? ""
            let metar = try METAR(raw, clock: Self.clock)
            let data = try JSON(parsing: metar.record(clock: Self.clock, site: Self.site).data)
            for member in object["expect"]?.object ?? [] {
                #expect(data[member.name] ?? .null == member.value, "\(member.name) of \(raw)")
            }
            let rejects = (object["rejects"]?.array ?? []).compactMap(\.string)
            #expect(metar.faults.map(\.found) == rejects, "\(raw)")
        }
    }

    @Test func `every record of the corpus is canonical JSON, and every prefix is read`() throws {
        for object in try WeatherCorpus.objects("weather-typing-errors.jsonl") {
            let bytes = Array((object["raw"]?.string ?? "").utf8)
            for end in 4...bytes.count {
                let data = try METAR(Array(bytes[..<end]), clock: Self.clock).record(clock: Self.clock).data
                #expect(try JSON(parsing: data).canonicalBytes == data)
            }
        }
    }

    @Test func `a visual range is also given as reported, with its unit`() throws {
        let metar = try METAR(
            "CYYC 031900Z 12012KT 1/2SM R17R/2600VP6000FT/N R29/P1500 R11///// FG", clock: Self.clock)
        let data = try JSON(parsing: metar.record(clock: Self.clock).data)
        #expect(
            data["reported"]?["runwayVisualRange"] == [
                "17R": ["high": 6000, "low": 2600, "unit": "ft"], "29": ["low": 1500, "unit": "m"],
            ])
    }

    @Test func `a forecast has metric visibilities with a qualifier and a wind with an extra space`() throws {
        let taf = try TAF(
            "TAF KQFX 031130Z 0312/0412 04012 KT P6000 SCT020 QNH9999INS BECMG 0314/0315 27010 M0400 FG VV///",
            clock: Self.clock)
        let groups = try JSON(parsing: taf.record().data)["groups"]?.array ?? []
        #expect(groups[0]["wind"] == ["direction": 40, "speed": 12])
        #expect(groups[0]["visibility"] == 6000)
        #expect(groups[0]["altimeter"] == nil)
        #expect(taf.faults.map(\.found) == ["QNH9999INS"])
        #expect(groups[1]["wind"] == ["direction": 270, "speed": 10])
        #expect(groups[1]["visibilityQualifier"] == "less")
        #expect(groups[1]["flightRules"] == "LIFR")
    }

    @Test func `another report in the same line does not change a forecast`() throws {
        let taf = try TAF(
            "TAF KPWM 030520Z 0306/0406 18010KT P6SM BKN040 BECMG 0310/0312 VRB05KT "
                + "TAF L#MR 030510Z 0306/0406 33025G40KT 0500 FG VV001 TEMPO 0308/0310 0100",
            clock: Self.clock)
        let data = try JSON(parsing: taf.record().data)
        #expect(data["groups"]?.array?.count == 2)
        #expect(data["timeline"]?.array?.allSatisfy { $0["worstFlightRules"] == "VFR" } == true)
        #expect(taf.unparsed.contains("VV001"))
    }

    @Test func `altitudes are rounded to the nearest ten`() throws {
        func altitudes(_ elevation: Double) throws -> [JSON?] {
            let metar = try METAR("KPWM 031951Z 00000KT 10SM CLR 13/10 A2964", clock: Self.clock)
            let site = Site(name: "", position: nil, elevation: elevation)
            let data = try JSON(parsing: metar.record(clock: Self.clock, site: site).data)
            return [data["pressureAltitude"], data["densityAltitude"]]
        }
        // 261.0 and 259.4 ft; 267.6 and 267.6 ft; 336.5 and 353.0 ft.
        #expect(try altitudes(0) == [260, 260])
        #expect(try altitudes(2) == [270, 270])
        #expect(try altitudes(23) == [340, 350])
    }
}
