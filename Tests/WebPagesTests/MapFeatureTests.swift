import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct MapFeatureTests {
    @Test func `a report has rules, wind and words`() throws {
        let feature = try #require(features([SampleMap.report]).first)
        #expect(feature.category == .known(.marginalVisual))
        #expect(feature.wind?.direction == 230)
        #expect(feature.wind?.speed == 12)
        #expect(feature.wind?.gust == 20)
        #expect(feature.kind == "metar")
        #expect(feature.href == "/r/KPWM")
        #expect(feature.text == "MVFR, wind 230° 12 kt, gusts 20 kt, broken 1800 ft, 12 °C")
    }

    @Test func `a forecast has its worst rules`() throws {
        let item = try SampleMap.item(
            #"{"source":"taf","key":"KPWM","latitude":43.6,"longitude":-70.3,"data":{"worstFlightRules":"IFR"}}"#
        )
        let feature = try #require(features([item]).first)
        #expect(feature.category == .known(.instrument))
        #expect(feature.text == "at worst IFR")
    }

    @Test func `a warning has its area and severity, also as a GeoJSON feature`() throws {
        let feature = try #require(features([SampleMap.warning]).first)
        #expect(feature.severity == "Severe")
        #expect(feature.text == "Gales until tonight")
        guard case .area = feature.shape else {
            Issue.record("a warning is an area")
            return
        }
    }

    @Test func `a SIGMET is an area with its hazard and levels, and a line is a point`() throws {
        let ring = "[[8,45],[11,45],[11,46],[8,45]]"
        func item(_ geometry: String) throws -> Item {
            try SampleMap.item(
                """
                {"source":"sigmets","key":"LIMM/1","title":"SEV TURB SFC–6500 ft LIMM","latitude":45.5,"longitude":9,
                "data":{"advisory":"SIGMET","hazard":"TURB","phase":"in force","geometry":\(geometry)}}
                """)
        }
        let feature = try #require(
            features([item(#"{"type":"Polygon","coordinates":[\#(ring)]}"#)]).first)
        #expect(feature.title == "SEV TURB SFC–6500 ft LIMM")
        guard case .area = feature.shape else {
            Issue.record("a SIGMET is an area")
            return
        }
        let line = try #require(features([item(#"{"type":"LineString","coordinates":\#(ring)}"#)]).first)
        #expect(line.shape == .point(Position(latitude: 45.5, longitude: 9)!))
    }

    @Test func `the magnitude of an earthquake is in its title`() throws {
        let item = try SampleMap.item(
            """
            {"source":"quakes","key":"q","title":"M 4.7 - 12 km S of Nowhere","latitude":1,"longitude":2,
            "data":{}}
            """)
        #expect(try #require(features([item]).first).magnitude == 4.7)
    }

    @Test func `records without a position are not on the map`() throws {
        let item = try SampleMap.item(#"{"source":"metars","key":"KXXX","data":{"flightRules":"VFR"}}"#)
        #expect(try features([item]).isEmpty)
    }

    @Test func `the collection is GeoJSON`() throws {
        let bytes = mapCollection(try features([SampleMap.report, SampleMap.warning]))
        let json = try JSON(parsing: bytes)
        #expect(json["type"] == "FeatureCollection")
        let first = try #require(json["features"]?.array?.first)
        #expect(first["geometry"] == ["type": "Point", "coordinates": [-70.30934, 43.64564]])
        #expect(first["properties"]?["wind"] == ["direction": 230, "speed": 12, "gust": 20])
        #expect(first["properties"]?["rules"] == "MVFR")
        #expect(first["properties"]?["magnitude"] == nil)
        #expect(json["features"]?.array?.last?["geometry"]?["type"] == "MultiPolygon")
        #expect(mapCollection([]) == Array(#"{"type":"FeatureCollection","features":[]}"#.utf8))
        let lack = MapLack(unknown: [["source": "a", "reason": "b"]], compared: 20_000)
        for bytes in [
            mapCollection([], lacking: lack), mapPlaces([], preferences: Preferences(), lacking: lack),
        ] {
            let json = try JSON(parsing: bytes)
            #expect(json["unknown"] == [["source": "a", "reason": "b"]] && json["compared"] == 20_000)
        }
    }

    @Test func `places are columns without texts, and all other records features`() throws {
        let place = { (key: String, longitude: Double) in
            try SampleMap.item(
                """
                {"source":"schools/1","key":"\(key)","title":"School","latitude":-0.5,"longitude":\(longitude),
                "data":{"summary":"a text"}}
                """)
        }
        let items = try [place("a", 12.34567), SampleMap.report, place("b c", 12), SampleMap.warning]
        let preferences = Preferences(units: .metric)
        let features = mapFeatures(items, of: try SampleMap.sources, units: .metric) {
            preferences.link(path(ofRecord: $0.key, in: $0.source))
        }
        let json = try JSON(parsing: mapPlaces(features, preferences: preferences))
        #expect(json["features"]?.array?.compactMap { $0["properties"]?["key"]?.string } == ["KPWM", "a1"])
        let places: JSON = [
            "source": "schools/1", "keys": ["a", "b c"], "titles": ["School", "School"],
            "east": [123_457, -3_457], "north": [-5000, 0],
        ]
        #expect(json["places"] == [places])
    }

    @Test func `a record with a link of its own is a feature`() throws {
        let item = try SampleMap.item(
            #"{"source":"taf","key":"KPWM","latitude":43.6,"longitude":-70.3,"data":{}}"#)
        let json = try JSON(parsing: mapPlaces(try features([item]), preferences: Preferences()))
        #expect(json["features"]?.array?.count == 1)
        #expect(json["places"] == [])
    }

    private func features(_ items: [Item]) throws -> [MapFeature] {
        mapFeatures(items, of: try SampleMap.sources, units: .aviation) { "/r/\($0.key)" }
    }
}
