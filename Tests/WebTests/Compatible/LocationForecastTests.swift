import Definitions
import Records
import TestDaemon
import TestDocuments
import Testing

/// Forecasts of MET Norway in the form of api.met.no.
@MainActor @Suite struct LocationForecastTests {
    private static let compact = "/weatherapi/locationforecast/2.0/compact?lat=40.7&lon=-74"

    /// Returns the recorded document, moved by whole hours so that it begins with the present one.
    private func recorded(_ site: CompatibleSite) throws -> JSON {
        let json = try JSON(parsing: try CorpusFile.bytes("metno/compact.json"))
        let steps = json["properties"]?["timeseries"]?.array ?? []
        let first = try #require(steps.first?["time"]?.string.flatMap { UTC(iso8601: $0) })
        let shift = site.now.seconds / 3600 - first.seconds / 3600
        let moved = steps.map { step -> JSON in
            let time = UTC(iso8601: step["time"]?.string ?? "") ?? first
            return [
                "time": .string((time + .seconds(3600 * shift)).description), "data": step["data"] ?? .null,
            ]
        }
        return [
            "type": "Feature", "geometry": json["geometry"] ?? .null,
            "properties": ["meta": json["properties"]?["meta"] ?? .null, "timeseries": .array(moved)],
        ]
    }

    private func site(
        standing: String = "current", age: Int? = 60
    ) throws -> (CompatibleSite, JSON) {
        let health = standing == "current" ? "fresh" : standing
        let site = try CompatibleSite([
            .init(
                name: "forecast-norway@40.7,-74", kind: "forecast", health: health, standing: standing,
                origin: "https://api.met.no/weatherapi/locationforecast/2.0/complete", age: age)
        ])
        let document = try recorded(site)
        if age != nil {
            try site.add(document.bytes, to: "forecast-norway@40.7,-74", kind: .forecast)
        }
        return (site, document)
    }

    @Test func `a recorded document is the same, but for longer periods beside shorter ones`() throws {
        let (site, theirs) = try site()
        let answer = try site.answer(Self.compact)
        #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
        let ours = try JSON(parsing: answer.bodyBytes)
        #expect(ours["geometry"] == theirs["geometry"])
        #expect(ours["properties"]?["meta"] == theirs["properties"]?["meta"])
        let steps = try #require(ours["properties"]?["timeseries"]?.array)
        let recorded = try #require(theirs["properties"]?["timeseries"]?.array)
        #expect(steps.count == recorded.count)
        for (own, their) in zip(steps, recorded) {
            #expect(own["time"] == their["time"])
            for member in own["data"]?.object ?? [] {
                #expect(
                    same(member.value, their["data"]?[member.name]), "\(own["time"] ?? .null) \(member.name)")
            }
        }
        let periods = steps.map { step in (step["data"]?.object ?? []).map(\.name).filter { $0 != "instant" }
        }
        #expect(periods.allSatisfy { $0.count <= 1 })
        #expect(periods.first == ["next_1_hours"])
    }

    /// Whether values are equal, numbers as numbers: `0.0` is `0`.
    private func same(_ left: JSON?, _ right: JSON?) -> Bool {
        if let left = left?.object, let right = right?.object {
            return left.count == right.count
                && left.allSatisfy { member in
                    same(member.value, right.first { $0.name == member.name }?.value)
                }
        }
        if let left = left?.double, let right = right?.double { return abs(left - right) < 0.001 }
        return left == right
    }

    @Test func `the complete form has more members`() throws {
        let (site, _) = try site()
        let json = try site.json("/weatherapi/locationforecast/2.0/complete.json?lat=40.71&lon=-74.01")
        #expect(json["properties"]?["meta"]?["units"]?["dew_point_temperature"] == "celsius")
    }

    @Test func `hours that have passed are left out, as the service begins with the present one`() throws {
        let (site, document) = try site()
        site.keep([])
        let steps = document["properties"]?["timeseries"]?.array ?? []
        let later = steps.map { step -> JSON in
            let time = UTC(iso8601: step["time"]?.string ?? "") ?? site.now
            return ["time": .string((time - .seconds(3 * 3600)).description), "data": step["data"] ?? .null]
        }
        let moved: JSON = [
            "type": "Feature", "geometry": document["geometry"] ?? .null,
            "properties": ["meta": document["properties"]?["meta"] ?? .null, "timeseries": .array(later)],
        ]
        try site.add(moved.bytes, to: "forecast-norway@40.7,-74", kind: .forecast)
        let shown = try site.json(Self.compact)["properties"]?["timeseries"]?.array
        #expect(shown?.count == steps.count - 3)
        #expect(shown?.first?["time"] == steps.first?["time"])
    }

    @Test func `an old forecast says its age`() throws {
        let (site, _) = try site(standing: "failing", age: 7200)
        let answer = try site.answer(Self.compact)
        #expect(answer.status == 200 && answer.header("Almanac-State")?.hasPrefix("stale; since=") == true)
        #expect(answer.header("Age").flatMap { Int($0) }.map { $0 >= 7195 } == true)
    }

    @Test func `validators save the transfer`() throws {
        let (site, _) = try site()
        let first = try site.answer(Self.compact)
        let date = try #require(first.header("Last-Modified"))
        #expect(first.header("Expires") != nil)
        #expect(try site.answer(Self.compact, headers: ["If-Modified-Since: \(date)"]).status == 304)
    }

    @Test func `a source that has not answered may have the forecast`() throws {
        let (site, _) = try site(standing: "waiting", age: nil)
        site.sources[0].health = "empty"
        let answer = try site.answer(Self.compact)
        #expect(answer.status == 503 && answer.header("Retry-After") != nil)
        #expect(try site.answer("/weatherapi/locationforecast/2.0/compact?lat=59.91&lon=10.75").status == 404)
    }

    @Test func `a place without a source is not answered with another one`() throws {
        let (site, _) = try site()
        let answer = try site.answer("/weatherapi/locationforecast/2.0/compact?lat=59.91&lon=10.75")
        #expect(answer.status == 404)
        #expect(answer.body.contains("almanac enable forecast-norway@59.91,10.75"))
    }

    @Test(arguments: [
        ("compact", 400), ("compact?lat=91&lon=0", 400), ("compact?lat=x&lon=0", 400),
        ("classic?lat=1&lon=1", 501), ("unheard", 404),
    ])
    func `what cannot be answered is refused`(target: String, status: Int) throws {
        let (site, _) = try site()
        #expect(try site.answer("/weatherapi/locationforecast/2.0/\(target)").status == status)
    }
}
