import Definitions
import Records
import TestDaemon
import Testing
import Varlink

/// The reports that are found for a query of aviationweather.gov, in its formats.
@MainActor @Suite struct CompatibleReportTests {
    private let report = "27010KT 10SM CLR 05/M03 A3001 RMK AO2 T00501028"

    private func portland(minutes: Int = 20) throws -> CompatibleSite {
        let site = try CompatibleSite([.init(name: "metar@KPWM")])
        try site.report("KPWM", report, minutes: minutes, to: "metar@KPWM")
        return site
    }

    @Test func `raw is the default format, a line for each report`() throws {
        let site = try portland()
        let answer = try site.answer("/api/data/metar?ids=kpwm")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
        #expect(answer.body == "METAR KPWM \(site.time(minutes: 20)) \(report)\n")
    }

    @Test func `a report without its first word gets it, as the service sends it`() throws {
        let site = try CompatibleSite([.init(name: "metar@KPWM")])
        try site.add(Array("KPWM \(site.time(minutes: 5)) 00000KT\n".utf8), to: "metar@KPWM")
        #expect(try site.answer("/api/data/metar?ids=KPWM").body.hasPrefix("METAR KPWM "))
    }

    @Test func `JSON has the types of the service`() throws {
        let site = try CompatibleSite([.init(name: "metar@KPWM")])
        try site.report("KPWM", "VRB03KT 10SM VV002 05/M03 A3001", minutes: 10, to: "metar@KPWM")
        let json = try #require(try site.json("/api/data/metar?ids=KPWM&format=json").array?.first)
        #expect(json["wdir"] == "VRB")
        #expect(json["visib"] == "10+")
        #expect(json["altim"] == 1016.3)
        #expect(json["cover"] == "OVX")
        #expect(json["clouds"] == [["cover": "OVX", "base": 200]])
        #expect(json["elev"] == 23)
        #expect(json["name"] == "Portland Intl Jetport, ME, US")
        #expect(json["obsTime"]?.int.map { $0 % 60 } == 0)
    }

    @Test(arguments: [
        ("27010KT 9999 FEW020 05/M03 Q1013", "visib", "\"6+\""),
        ("27010KT CAVOK 05/M03 Q1013", "visib", "\"6+\""),
        ("27010KT CAVOK 05/M03 Q1013", "cover", "\"CAVOK\""), ("27010KT 4000 05/M03 Q1013", "visib", "2.49"),
        ("27010KT 15SM CLR 05/M03 A3001", "visib", "15"), ("00000KT 10SM CLR 05/M03 A3001", "wdir", "0"),
        ("27010G22KT 1 1/2SM BR OVC004 05/M03 A3001", "wgst", "22"),
        ("27010KT 1 1/2SM BR OVC004 05/M03 A3001", "visib", "1.5"),
        ("27010KT 1 1/2SM -SN BR OVC004 05/M03 A3001", "wxString", "\"-SN BR\""),
        ("27010KT 10SM 05/M03 A3001 RMK AO2 P0000", "precip", "0.005"),
        ("27010KT 10SM 05/M03 A3001 RMK AO2 P0012", "precip", "0.12"),
        ("27010KT 10SM 05/M03 A3001 RMK AO2 4/005", "snow", "5"),
        ("27005MPS 9999 NSC 05/M03 Q1013 NOSIG", "qcField", "16"),
        ("27005MPS 9999 NSC 05/M03 Q1013 NOSIG", "wspd", "10"),
    ])
    func `a value is that of the service`(text: String, member: String, value: String) throws {
        let site = try CompatibleSite([.init(name: "metar@KPWM")])
        try site.report("KPWM", text, minutes: 10, to: "metar@KPWM")
        let json = try site.json("/api/data/metar?ids=KPWM&format=json").array?.first?[member]
        #expect(json.map { String(decoding: $0.bytes, as: UTF8.self) } == value)
    }

    @Test(arguments: ["27010KT //// 05/M03 A3001", "/////KT 10SM 05/M03 A3001"])
    func `what a report does not say is absent`(text: String) throws {
        let site = try CompatibleSite([.init(name: "metar@KPWM")])
        try site.report("KPWM", text, minutes: 10, to: "metar@KPWM")
        let json = try #require(try site.json("/api/data/metar?ids=KPWM&format=json").array?.first)
        #expect(json[text.hasPrefix("/") ? "wdir" : "visib"] == nil)
        #expect(json["fltCat"] == nil)
        #expect(json["cover"] == nil)
    }

    @Test func `GeoJSON has a point for each report, longitude first`() throws {
        let json = try portland().json("/api/data/metar?ids=KPWM&format=geojson")
        #expect(json["type"] == "FeatureCollection")
        let feature = json["features"]?.array?.first
        #expect(feature?["geometry"]?["coordinates"] == [-70.3093, 43.6462])
        #expect(feature?["properties"]?["icaoId"] == "KPWM")
    }

    @Test func `XML has the elements of the service`() throws {
        let answer = try portland().answer("/api/data/metar?ids=KPWM&format=xml")
        #expect(answer.header("Content-Type") == "application/xml")
        for part in [
            "<data num_results=\"1\"><METAR><raw_text>METAR KPWM ", "<temp_c>5</temp_c>",
            "<altim_in_hg>30.01</altim_in_hg>", "<visibility_statute_mi>10+</visibility_statute_mi>",
            "<auto_station>TRUE</auto_station>", "<sky_condition sky_cover=\"CLR\"></sky_condition>",
            "<flight_category>VFR</flight_category>", "<elevation_m>23</elevation_m>",
        ] { #expect(answer.body.contains(part), "\(part)") }
    }

    @Test func `of several sources, the newest edition of a station counts, once`() throws {
        let site = try CompatibleSite([.init(name: "metar@KPWM"), .init(name: "world")])
        try site.report("KPWM", "27010KT 10SM CLR 05/M03 A3001", minutes: 70, to: "metar@KPWM")
        try site.report("KPWM", "28012KT 10SM CLR 05/M03 A3002", minutes: 10, to: "world")
        try site.report("KBFL", "28012KT 10SM CLR 05/M03 A3002", minutes: 10, to: "world")
        let body = try site.answer("/api/data/metar?ids=KPWM").body
        #expect(body.split(separator: "\n").count == 1)
        #expect(body.contains("28012KT"))
    }

    @Test func `a correction is newer than the report that it corrects`() throws {
        let site = try CompatibleSite([.init(name: "a"), .init(name: "b")])
        try site.report("KPWM", "COR 27010KT 10SM CLR 05/M03 A3001", minutes: 10, to: "a")
        try site.report("KPWM", "28012KT 10SM CLR 05/M03 A3002", minutes: 10, to: "b")
        #expect(try site.answer("/api/data/metar?ids=KPWM").body.contains("COR"))
    }

    @Test func `hours= adds earlier reports, newest first`() throws {
        let site = try portland()
        let kept = site.records
        try site.report("KPWM", "25005KT 10SM CLR 04/M03 A3003", minutes: 80, to: "metar@KPWM")
        try site.report("KPWM", "24004KT 10SM CLR 04/M03 A3003", minutes: 260, to: "metar@KPWM")
        let all = site.records
        site.keep(kept)
        site.site.daemon.on("GetHistory") { $0.reply(["records": .array(all)]) }
        let lines = try site.answer("/api/data/metar?ids=KPWM&hours=2").body.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("27010KT") == true)
        #expect(lines.last?.contains("25005KT") == true)
        let json = try site.answer("/api/data/metar?ids=KPWM&hours=2&format=json").body
        #expect(json.contains("27010KT") && json.contains("25005KT") && !json.contains("24004KT"))
        #expect(try site.answer("/api/data/metar?ids=KPWM").body.split(separator: "\n").count == 1)
    }

    @Test func `a box finds the stations within`() throws {
        let site = try CompatibleSite([.init(name: "world")])
        try site.report("KPWM", report, minutes: 10, to: "world")
        try site.report("KBFL", report, minutes: 10, to: "world")
        let east = try site.answer("/api/data/metar?bbox=40,-75,45,-65")
        #expect(east.body.hasPrefix("METAR KPWM"))
        #expect(east.body.split(separator: "\n").count == 1)
        #expect(east.header("Almanac-State") == nil)
        // Across 180° of longitude: everything but the United States' east.
        #expect(try site.answer("/api/data/metar?bbox=30,100,45,-100").body.hasPrefix("METAR KBFL"))
    }

    @Test(arguments: ["metar?bbox=30,-180,45,-65", "metar?bbox=40,-75,45,-65", "metar?ids=@ME"])
    func `an answer after a change is that of a first request`(query: String) throws {
        let target = "/api/data/\(query)&format=json"
        let site = try CompatibleSite([.init(name: "world")])
        try site.site.follow()
        for station in ["KPWM", "KBFL"] { try site.report(station, report, minutes: 30, to: "world") }
        let before = try site.json(target)
        for (text, station) in [("VRB03KT 2SM BR", "KPWM"), ("18022KT 3SM HZ", "KBFL")] {
            try site.replaceReport(station, text, minutes: 10, in: "world")
        }
        let after = try site.json(target)
        let fresh = try CompatibleSite([.init(name: "world")])
        fresh.keep(site.records)
        #expect(after == (try fresh.json(target)))
        #expect(after != before && after.array?.count == before.array?.count)
    }

    @Test func `a state of the United States is a list of its stations`() throws {
        let site = try CompatibleSite([.init(name: "world")])
        try site.report("KPWM", report, minutes: 10, to: "world")
        try site.report("KBFL", report, minutes: 10, to: "world")
        let body = try site.answer("/api/data/metar?ids=@ME").body
        #expect(body.hasPrefix("METAR KPWM") && body.split(separator: "\n").count == 1)
    }

    @Test func `a gradual change of a TAF keeps what it does not name`() throws {
        let site = try CompatibleSite([
            .init(name: "taf@KPWM", kind: "taf", health: "stale", standing: "stale")
        ])
        let text =
            "TAF KPWM 251700Z 2518/2624 08012KT 9999 FEW030 BECMG 2522/2601 VRB03KT PROB30 TEMPO 2600/2607"
            + " 4000 +TSRA BKN010CB FM260900 25010KT P6SM SKC\n"
        try site.add(
            Array(text.utf8), to: "taf@KPWM", kind: .taf, reference: UTC(iso8601: "2026-06-25T18:00:00Z"))
        let json = try #require(try site.json("/api/data/taf?ids=KPWM&format=json").array?.first)
        let groups = try #require(json["fcsts"]?.array)
        #expect(groups.map { $0["fcstChange"] } == [.null, "BECMG", "TEMPO", "FM"])
        #expect(groups[0]["timeTo"] == groups[1]["timeFrom"])
        #expect(groups[1]["wdir"] == "VRB" && groups[1]["visib"] == "6+")
        #expect(groups[1]["clouds"] == [["cover": "FEW", "base": 3000, "type": .null]])
        #expect(groups[1]["timeBec"]?.int == 1_782_435_600 && groups[1]["timeTo"] == groups[3]["timeFrom"])
        #expect(groups[2]["probability"] == 30 && groups[2]["wdir"] == .null && groups[2]["visib"] == 2.49)
        #expect(groups[2]["clouds"] == [["cover": "BKN", "base": 1000, "type": "CB"]])
        #expect(groups[3]["clouds"] == [["cover": "SKC", "base": .null, "type": .null]])
        #expect(groups[3]["timeTo"] == json["validTimeTo"])
    }

    @Test func `CAVOK in a TAF is a visibility, a sky and a lack of weather`() throws {
        let site = try CompatibleSite([
            .init(name: "taf@EGLL", kind: "taf", health: "stale", standing: "stale")
        ])
        let text =
            "TAF EGLL 251700Z 2518/2624 08012KT CAVOK BECMG 2522/2601 VRB03KT BECMG 2609/2612 5000 RA\n"
        try site.add(
            Array(text.utf8), to: "taf@EGLL", kind: .taf, reference: UTC(iso8601: "2026-06-25T18:00:00Z"))
        let json = try #require(try site.json("/api/data/taf?ids=EGLL&format=json").array?.first)
        let groups = try #require(json["fcsts"]?.array)
        #expect(groups.map { $0["wxString"] } == ["NSW", "NSW", "RA"])
        #expect(groups.map { $0["visib"] } == ["6+", "6+", 3.11])
        #expect(groups.allSatisfy { $0["clouds"] == [["cover": "NSC", "base": .null, "type": .null]] })
        #expect(groups.map { $0["wdir"] } == [80, "VRB", "VRB"])
    }
}
