import AlmanacValues
import Records
import Showing
import Testing

@Suite struct RecordPagesTests {
    private let items = [Samples.hospital] + Samples.others

    @Test func `records are shown in sections by group, ungrouped ones last`() throws {
        let view = RecordTable.View(
            columns: ["OrganisationName", "City", "Sector", "Phone"], group: "Sector")
        try Golden.check(RecordTable(items, view: view), "records-grouped")
    }

    @Test func `records without a view show key, title and their most common members`() throws {
        try Golden.check(RecordTable(items, view: .init()), "records")
    }

    @Test func `rows are sorted by number if the values are numbers, missing values last`() {
        #expect(ordered(items, by: "Beds").map(\.key) == ["17989", "18102", "2"])
        #expect(ordered(items, by: nil).map(\.key) == items.map(\.key))
        let values: [JSON] = ["b", 10, "a", 9.5, "10"]
        let mixed = values.enumerated().map { Item(source: "s", key: "\($0)", data: ["n": $1]) }
        #expect(ordered(mixed, by: "n").map(\.key) == ["3", "1", "4", "2", "0"])
    }

    @Test func `the page of a record has readable names, bars and a place`() throws {
        try Golden.check(RecordPage(Samples.hospital, source: Samples.hospitals), "record")
    }

    @Test func `the page of a school starts with the columns of its list and has bars and a map link`() throws
    {
        try Golden.check(RecordPage(Samples.pupils[0], source: Samples.joined), "school")
        try Golden.check(RecordPage(Samples.pupils[3], source: Samples.joined), "school-nowhere")
    }

    @Test func `schools are shown in sections by city, and omitted ones are counted`() throws {
        let view = RecordTable.View(
            columns: Samples.joined.words(in: "Record", named: "Columns"),
            group: Samples.joined.words(in: "Record", named: "Group").first)
        let table = RecordTable(Samples.pupils, view: view)
        try Golden.check(PageSequence([table, SourceNote(Samples.joined, isEmpty: false)]), "schools")
        try Golden.check(SourceNote(Samples.waiting, isEmpty: true), "schools-waiting")
        try Golden.check(SourcePage(Samples.joined), "schools-source")
    }

    @Test func `schools with a position are features of a map with their members as properties`() {
        let collection = geoJSON(Samples.pupils, of: Samples.joined)
        #expect(collection["type"] == "FeatureCollection")
        #expect(
            collection["features"]?.array?.map { $0["id"] } == [
                "schools/01M292", "schools/14K561", "schools/01M448",
            ])
        let first = collection["features"]?.array?.first
        #expect(first?["geometry"] == ["type": "Point", "coordinates": [-73.98527, 40.71376]])
        #expect(first?["properties"]?["title"] == "Orchard Collegiate Academy")
        #expect(first?["properties"]?["sat_math_avg_score"] == 404)
    }

    @Test func `the daemon's position of a record counts even if no member contains it`() {
        let told: JSON = [
            "source": "metars", "key": "KPWM", "latitude": 43.64, "longitude": -70.3, "data": ["raw": "KPWM"],
        ]
        let items = [Item(told)].compactMap(\.self)
        let features = geoJSON(items)["features"]?.array
        #expect(features?.map { $0["geometry"]?["coordinates"] } == [[-70.3, 43.64]])
        let page = Paper(width: 80, now: Golden.now).text(RecordPage(items[0]))
        #expect(page.contains("geo:43.64,-70.3"))
    }

    @Test func `a place is a feature of a map`() {
        let place: JSON = [
            "identifier": "places/W7", "name": "Garden", "detail": "New York", "latitude": 40.75,
            "longitude": -73.99, "source": "places",
        ]
        let feature: JSON = [
            "type": "Feature", "id": "places/W7",
            "geometry": ["type": "Point", "coordinates": [-73.99, 40.75]],
            "properties": ["title": "Garden", "detail": "New York"],
        ]
        #expect(
            geoJSON([Place(place)].compactMap(\.self))
                == ["type": "FeatureCollection", "features": [feature]])
    }

    @Test func `a place shows its distance from the user's position`() {
        var paper = Paper(width: 80, units: .metric, now: Golden.now)
        paper.here = Position(latitude: 51.5, longitude: 0)
        let page = paper.text(RecordPage(Samples.hospital, source: Samples.hospitals))
        #expect(page.contains("geo:51.167896,-0.625385, 57 km away"))
    }

    @Test func `the page of a station's report shows everything a pilot needs`() throws {
        try Golden.check(ReportPage(Samples.report), "report")
        try Golden.check(ReportPage(Samples.report), "report-color", colored: true)
        try Golden.check(ReportPage(Samples.report), "report-metric", units: .metric)
        try Golden.check(ReportPage(Samples.report), "report-imperial", units: .imperial)
    }

    @Test func `a report older than its maximum age is shown as expired`() {
        let page = ReportPage(Samples.report, maximumAge: .seconds(600))
        let text = Paper(width: 80, now: Golden.now).text(page)
        #expect(text.contains("expired, 13:51Z, 16 min ago"))
    }

    @Test func `a report that a wrong clock dated hours ahead is not current`() {
        let minutes = { Duration.seconds(60 * $0) }
        #expect(!Samples.report.isExpired(at: Golden.now - minutes(60), after: minutes(180)))
        #expect(Samples.report.isExpired(at: Golden.now - minutes(120), after: minutes(180)))
        let text = Paper(width: 80, now: Golden.now - minutes(240)).text(ReportPage(Samples.report))
        #expect(text.contains("expired, 13:51Z"))
    }

    @Test func `GeoJSON contains the records with a position, longitude first`() {
        let collection = geoJSON(items, of: Samples.hospitals)
        #expect(collection["features"]?.array?.count == 2)
        let first = collection["features"]?.array?.first
        #expect(first?["geometry"]?["coordinates"] == [-0.625385, 51.167896])
        #expect(first?["properties"]?["City"] == "Godalming")
        #expect(first?["id"] == "hospitals/17989")
    }

    @Test func `the geometry of a feature is the area of its record, if it has one`() {
        let area: JSON = ["type": "Polygon", "coordinates": [[[7, 50], [8, 50], [8, 51], [7, 50]]]]
        let item = Samples.item(
            """
            {"source": "alerts", "key": "1", "latitude": 50.3, "longitude": 7.7,
             "data": {"event": "Gale", "geometry":
              {"type": "Polygon", "coordinates": [[[7, 50], [8, 50], [8, 51], [7, 50]]]}}}
            """)
        let feature = geoJSON([item])["features"]?.array?.first
        #expect(feature?["geometry"] == area && feature?["properties"] == ["event": "Gale"])
        let unread = Samples.item(
            """
            {"source": "t", "key": "1", "latitude": 50.3, "longitude": 7.7, "data": {"geometry": "round"}}
            """)
        let other = geoJSON([unread])["features"]?.array?.first
        #expect(other?["geometry"] == ["type": "Point", "coordinates": [7.7, 50.3]])
        #expect(other?["properties"] == ["geometry": "round"])
    }
}

extension Line {
    fileprivate var words: [String] { plain.split(separator: " ").map(String.init) }
}

@Suite struct RunwayTests {
    private func line(_ runway: Int) -> String? {
        var paper = Paper(width: 120, now: Golden.now)
        paper.runway = runway
        let lines = paper.text(ReportPage(Samples.report)).split(separator: "\n")
        return lines.first { $0.hasPrefix("Runway ") }.map {
            $0.split(separator: "°: ").last.map(String.init) ?? ""
        }
    }

    @Test(arguments: [
        (290, "headwind 6 kt, crosswind 10 kt from the left, 17 kt in gusts"),
        (140, "headwind 0 kt, crosswind 12 kt from the right, 20 kt in gusts"),
        (50, "tailwind 12 kt, crosswind 0 kt"),
    ])
    func `the wind is shown along and across a runway`(_ runway: Int, _ text: String) {
        #expect(line(runway) == text)
    }
}
