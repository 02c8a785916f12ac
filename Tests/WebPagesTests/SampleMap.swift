import AlmanacValues
import Records
import Testing

/// Records and sources for the tests of the map.
enum SampleMap {
    static var report: Item {
        get throws {
            try item(
                """
                {"source":"metars","key":"KPWM","title":"Portland <Intl>","latitude":43.645643,
                "longitude":-70.309344,"data":{"flightRules":"MVFR","wind":{"direction":230,"speed":12,"gust":20},
                "clouds":[{"cover":"BKN","base":1800}],"temperature":12.0}}
                """)
        }
    }

    static var warning: Item {
        get throws {
            try item(
                """
                {"source":"alerts","key":"a1","title":"Wind warning","data":{"geometry":{"type":"Polygon",
                "coordinates":[[[-71,43],[-70,43],[-70,44],[-71,43]]]},
                "properties":{"severity":"Severe","headline":"Gales until tonight"}}}
                """)
        }
    }

    static var sources: [Source] {
        get throws {
            try [("metars", "metar"), ("taf", "taf"), ("quakes", "feed"), ("alerts", "json")].map {
                let text =
                    #"{"context":{"name":"\#($0)","kind":"\#($1)"},"runtime":{"health":"fresh"}}"#
                return try #require(Source(try JSON(parsing: Array(text.utf8))))
            }
        }
    }

    static func item(_ text: String) throws -> Item {
        try #require(Item(try JSON(parsing: Array(text.utf8))))
    }
}
