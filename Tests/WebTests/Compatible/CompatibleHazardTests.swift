import Definitions
import Records
import TestDaemon
import TestDocuments
import Testing

/// SIGMETs, G-AIRMETs, pilot reports and stations in the form of aviationweather.gov.
@MainActor @Suite struct CompatibleHazardTests {
    nonisolated static let products:
        [(product: String, file: String, reference: String, missing: Set<String>)] = [
            ("isigmet", "sigmets", "2024-12-05T03:00:00Z", ["receiptTime"]),
            (
                "airsigmet", "sigmets-us", "2025-09-27T12:00:00Z",
                ["alphaChar", "postProcessFlag", "receiptTime"]
            ),
            ("gairmet", "airmets-us", "2025-09-30T03:00:00Z", ["receiptTime", "coords"]),
        ]

    private func site(
        _ product: String, _ file: String, _ reference: String, standing: String = "current"
    ) throws -> CompatibleSite {
        let kind = product == "pirep" ? "pirep" : "sigmet"
        let site = try CompatibleSite([
            .init(
                name: file, kind: kind, health: standing == "current" ? "fresh" : standing,
                standing: standing,
                origin: "https://aviationweather.gov/api/data/\(product)?format=geojson", age: 60)
        ])
        try site.add(
            try CorpusFile.bytes("awc/\(file).json"), to: file, kind: kind == "pirep" ? .pirep : .sigmet,
            reference: UTC(iso8601: reference))
        return site
    }

    @Test(arguments: products)
    func `a recorded advisory has its values`(
        product: String, file: String, reference: String, missing: Set<String>
    ) throws {
        let site = try site(product, file, reference)
        let theirs = try #require(try JSON(parsing: try CorpusFile.bytes("awc/\(file).json")).array?.first)
        let list = try #require(try site.json("/api/data/\(product)?format=json").array)
        let ours = try #require(
            list.first { own in
                ["seriesId", "tag", "forecastHour"].allSatisfy { own[$0] == theirs[$0] }
            })
        let absent = (theirs.object ?? []).filter { member in
            !isSame(ours[member.name] ?? .null, member.value)
        }
        #expect(Set(absent.map(\.name)).subtracting(["geom", "spd", "dir"]) == missing)
        if product == "gairmet" {
            #expect(ours["coords"]?.array?.first?["lat"]?.double == 49.27)
        }
    }

    /// Whether values are equal: an unknown one is `null` here, and empty or missing there; corners go
    /// counterclockwise here.
    private func isSame(_ own: JSON, _ their: JSON) -> Bool {
        own == their || own.array.map { JSON.array($0.reversed()) == their } ?? false
            || own.isNull && (their.string?.isEmpty ?? false)
            || own.double != nil && own.double == their.string.flatMap(Double.init)
    }

    @Test func `GeoJSON has areas`() throws {
        let site = try site("isigmet", "sigmets", "2024-12-05T03:00:00Z")
        let json = try site.json("/api/data/isigmet?format=geojson")
        let feature = try #require(json["features"]?.array?.first { $0["properties"]?["firId"] == "PAZA" })
        #expect(feature["geometry"]?["type"] == "Polygon")
        #expect(feature["properties"]?["validTimeFrom"] == 1_733_364_000)
        #expect(feature["properties"]?["phase"] == nil)
    }

    @Test func `raw has the texts`() throws {
        let site = try site("isigmet", "sigmets", "2024-12-05T03:00:00Z")
        #expect(try site.answer("/api/data/isigmet").body.contains("PAZA SIGMET LIMA 2"))
        #expect(try site.answer("/api/data/isigmet?hazard=turb").body.contains("LIMA 2"))
        #expect(try site.answer("/api/data/isigmet?hazard=ice").status == 204)
    }

    @Test(arguments: ["isigmet", "airsigmet", "gairmet"])
    func `a product without a source is not an empty list`(_ product: String) throws {
        let other = product == "isigmet" ? "airsigmet" : "isigmet"
        let site = try CompatibleSite([
            .init(
                name: "other", kind: "sigmet",
                origin: "https://aviationweather.gov/api/data/\(other)?format=geojson")
        ])
        let answer = try site.answer("/api/data/\(product)?format=json")
        #expect(answer.status == 404 && answer.body.contains("almanac enable"))
    }

    @Test(arguments: [("waiting", 503), ("current", 204), ("stale", 503), ("failing", 503)])
    func `an empty list needs a current source`(standing: String, status: Int) throws {
        let site = try CompatibleSite([
            .init(
                name: "sigmets", kind: "sigmet",
                health: ["waiting": "empty", "current": "fresh"][standing] ?? standing, standing: standing,
                age: standing == "waiting" ? nil : 4000)
        ])
        #expect(try site.answer("/api/data/isigmet?format=json").status == status)
    }

    @Test func `a list that could not be wholly read is not empty`() throws {
        let site = try CompatibleSite([.init(name: "sigmets", kind: "sigmet", rejected: 1)])
        let answer = try site.answer("/api/data/isigmet?format=json")
        #expect(answer.status == 503 && answer.body.contains("could not be read"))
    }

    private func pilots(minutes: Int = 20) throws -> CompatibleSite {
        let site = try CompatibleSite([
            .init(
                name: "pireps@KPWM", kind: "pirep",
                origin: "https://aviationweather.gov/api/data/pirep?id=KPWM&distance=100&age=2&format=geojson"
            )
        ])
        let time = (site.now - .seconds(60 * minutes)).seconds
        let text = """
            [{"obsTime":\(time),"icaoId":"KPWM","acType":"C172","lat":43.7,"lon":-70.4,"fltLvl":85,
            "tbInt1":"LGT","pirepType":"PIREP","rawOb":"PWM UA /OV PWM/TM 1801/FL085/TP C172/TB LGT"}]
            """
        try site.add(Array(text.utf8), to: "pireps@KPWM", kind: .pirep)
        return site
    }

    @Test func `pilot reports around an airport are those of its source`() throws {
        let site = try pilots()
        let json = try #require(try site.json("/api/data/pirep?id=KPWM&distance=50&format=json").array?.first)
        #expect(json["fltLvl"] == 85 && json["tbInt1"] == "LGT" && json["icgInt1"] == .null)
        #expect(json["obsTime"]?.int.map { abs(Int64($0) - site.now.seconds) < 2000 } == true)
        #expect(json["turbulence"] == nil)
        #expect(try site.answer("/api/data/pirep?id=KPWM&distance=50").body.hasPrefix("PWM UA "))
        #expect(try site.answer("/api/data/pirep?id=KPWM&distance=1&format=json").status == 204)
    }

    @Test func `beyond the area of the source, nothing is known`() throws {
        let site = try pilots()
        #expect(try site.answer("/api/data/pirep?id=KBFL&distance=50&format=json").status == 404)
        let wide = try site.answer("/api/data/pirep?id=KPWM&distance=300&format=json")
        #expect(wide.status == 200 && wide.header("Almanac-State")?.hasPrefix("incomplete") == true)
        #expect(try site.answer("/api/data/pirep?id=KPWM").header("Almanac-State") == nil)
    }

    @Test(arguments: [
        ("pirep", 400), ("pirep?id=XXXX", 404), ("pirep?id=KPWM&level=100", 501), ("gairmet", 501),
        ("isigmet?format=xml", 501), ("isigmet?date=20260101_0000", 501), ("isigmet?format=kml", 400),
    ])
    func `what cannot be answered is refused`(target: String, status: Int) throws {
        #expect(try pilots().answer("/api/data/\(target)").status == status)
    }

    @Test func `stations are those of the table`() throws {
        let site = try CompatibleSite([])
        let json = try #require(try site.json("/api/data/stationinfo?ids=KPWM&format=json").array?.first)
        #expect(json["icaoId"] == "KPWM" && json["site"] == "Portland Intl Jetport" && json["elev"] == 23)
        #expect(json["state"] == "ME" && json["country"] == "US" && json["siteType"] == ["METAR", "TAF"])
        #expect(json["iataId"] == .null)
        #expect(try site.json("/api/data/stationinfo?bbox=30,-125,40,-110&format=json").array?.count == 2)
        #expect(try site.answer("/api/data/stationinfo?ids=@ME").body.hasPrefix("KPWM "))
        #expect(
            try site.answer("/api/data/stationinfo?ids=KPWM&format=xml").body.contains(
                "<station_id>KPWM</station_id>"))
        #expect(try site.answer("/api/data/stationinfo?ids=XXXX&format=json").status == 404)
    }

    @Test func `without a table, stations are unknown`() throws {
        let site = try CompatibleSite([], stations: [])
        #expect(try site.answer("/api/data/stationinfo?ids=KPWM&format=json").status == 503)
    }
}
