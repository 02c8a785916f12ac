import Records
import Sky
import TestDocuments
import Testing

@Suite struct SkyDocumentTests {
    private static func days(_ body: SkyBody, _ place: (Double, Double), _ moment: String) throws -> [JSON] {
        let position = try #require(Position(latitude: place.0, longitude: place.1))
        let bytes = SkyDocument(of: body, at: position).bytes(at: try #require(UTC(iso8601: moment)))
        return try #require(JSON(parsing: bytes).array)
    }

    private static let tromso = (69.65, 18.96)

    /// The members of a recorded response of MET Norway for Oslo beside the computed ones: times to a minute,
    /// angles to a tenth of a degree.
    @Test(arguments: [
        (SkyBody.sun, "sun.json", "2023-03-29T12:00Z"), (.moon, "moon.json", "2025-01-06T12:00Z"),
    ])
    func `the members are those of MET Norway`(body: SkyBody, file: String, moment: String) throws {
        let recorded = try JSON(parsing: CorpusFile.bytes(file))["properties"]?.object ?? []
        let computed = try #require(Self.days(body, (59.9, 10.7), moment).first)
        #expect(recorded.count > 4)
        for member in recorded {
            let found = computed[member.name]
            for part in member.value.object ?? [] {
                Self.compare(part.value, found?[part.name], "\(member.name).\(part.name)")
            }
            if member.value.object == nil { Self.compare(member.value, found, member.name) }
        }
    }

    private static func compare(_ recorded: JSON, _ found: JSON?, _ name: String) {
        let known = recorded.string.flatMap { UTC(iso8601: $0) }
        let time = found?.string.flatMap { UTC(iso8601: $0) }
        switch (recorded, known, time) {
        case (.null, _, _): #expect(found == nil, "\(name)")
        case (.number, _, _):
            #expect(abs((recorded.double ?? 0) - (found?.double ?? 999)) <= 0.1, "\(name): \(found as Any)")
        case (_, let known?, let time?):
            #expect(abs((time - known).microseconds) <= 60_000_000, "\(name): \(time), not \(known)")
        default: #expect(recorded == found, "\(name)")
        }
    }

    @Test func `the first day is that of the place by the Sun, and a week follows`() throws {
        let days = try Self.days(.sun, (43.65, -70.31), "2026-11-30T04:00Z")
        #expect(days.map { $0["key"]?.string } == ["Sun"] + (1...7).map { "Sun+\($0)" })
        #expect(days[0]["date"] == "2026-11-29")
        #expect(days[7]["date"] == "2026-12-06")
        #expect(days[0]["sunrise"]?["time"] == "2026-11-29T11:53:00Z")
        #expect(try Self.days(.sun, (43.65, -70.31), "2026-11-30T05:00Z")[0]["date"] == "2026-11-30")
    }

    @Test func `in the polar night the Sun is said to be down, and there is twilight`() throws {
        let day = try #require(Self.days(.sun, Self.tromso, "2026-12-21T11:00Z").first)
        #expect(day["course"] == "down all day")
        #expect(day["sunrise"] == ["none": "down all day"])
        #expect(day["sunset"] == ["none": "down all day"])
        #expect(day["civil"]?["dawn"]?["time"]?.string != nil)
        #expect(day["solarnoon"]?["visible"] == false)
    }

    @Test func `in the polar day the Sun is said to be up, and the night to be light`() throws {
        let day = try #require(Self.days(.sun, Self.tromso, "2026-06-21T11:00Z").first)
        #expect(day["course"] == "up all day")
        #expect(day["sunset"] == ["none": "up all day"])
        #expect(day["civil"] == ["dawn": ["none": "light all night"], "dusk": ["none": "light all night"]])
        #expect(day["solarmidnight"]?["visible"] == true)
    }

    @Test func `the Sun that rises and does not set is not up all day`() throws {
        let spring = try #require(Self.days(.sun, Self.tromso, "2026-05-18T11:00Z").first)
        #expect(spring["course"] == "no set")
        #expect(spring["sunrise"]?["time"]?.string != nil)
        #expect(spring["sunset"] == ["none": "not on this day"])
        let summer = try #require(Self.days(.sun, Self.tromso, "2026-07-25T11:00Z").first)
        #expect(summer["course"] == "no rise")
        #expect(summer["sunrise"] == ["none": "not on this day"])
    }

    @Test func `near the pole the winter night has no civil twilight`() throws {
        let day = try #require(Self.days(.sun, (82.5, -62.3), "2026-12-21T16:00Z").first)
        #expect(day["civil"]?["dawn"] == ["none": "dark all day"])
    }

    @Test func `a day on which the Moon does not rise says so`() throws {
        let starts = ["2026-11-01T12:00Z", "2026-11-09T12:00Z", "2026-11-17T12:00Z"]
        let days = try starts.flatMap { try Self.days(.moon, (51.5, -0.13), $0) }
        let without = days.filter { $0["moonrise"]?["time"] == nil }
        #expect(without.count == 1)
        #expect(without.first?["moonrise"] == ["none": "not on this day"])
        #expect(without.first?["course"] == "no rise")
    }

    @Test func `the Moon has a phase and an illumination`() throws {
        let day = try #require(Self.days(.moon, (51.5, -0.13), "2026-08-12T12:00Z").first)
        #expect(day["phase"] == "New Moon")
        #expect((day["illumination"]?.double ?? 100) < 1)
        #expect((day["moonphase"]?.double ?? 0) > 345)
    }

    @Test(arguments: [(90.0, 0.0), (-90, 180), (0, -180)])
    func `every place of the Earth has a document`(latitude: Double, longitude: Double) throws {
        for body in SkyBody.allCases {
            #expect(try Self.days(body, (latitude, longitude), "2026-03-20T12:00Z").count == 8)
        }
    }
}
