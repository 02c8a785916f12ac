import AlmanacValues
import Records
import Showing
import WebPages

/// Records for weather pages.
enum Reports {
    static let now = UTC(iso8601: "2026-11-20T14:07:00Z")!

    static func paper(_ units: Units = .aviation) -> Paper { Paper(width: 80, units: units, now: now) }

    static func json(_ text: String) -> JSON {
        do { return try JSON(parsing: Array(text.utf8)) } catch { preconditionFailure("\(error) in \(text)") }
    }

    static let metar = json(
        """
        {"station": "KPWM", "type": "METAR", "time": "2026-11-20T13:51:00Z",
         "raw": "KPWM 201351Z AUTO 23012G20KT 200V260 2 1/2SM -RA BR BKN014 18/16 A2992",
         "wind": {"direction": 230, "speed": 12, "gust": 20, "from": 200, "to": 260}, "visibility": 4023.36,
         "reported": {"altimeter": {"unit": "inHg", "value": 29.92},
          "visibility": {"unit": "SM", "value": 2.5}},
         "weather": ["-RA", "BR"], "clouds": [{"cover": "BKN", "base": 1400}], "ceiling": 1400,
         "temperature": 17.8, "dewPoint": 16.1, "relativeHumidity": 90, "altimeter": 1013.2,
         "flightRules": "MVFR", "flightRulesBy": "ceiling"}
        """)

    static let taf = json(
        """
        {"station": "KPWM", "type": "TAF", "time": "2026-11-20T11:20:00Z", "from": "2026-11-20T12:00:00Z",
         "until": "2026-11-21T12:00:00Z", "amended": true, "raw": "TAF AMD KPWM 201120Z 2012/2112 23010KT",
         "temperatures": [{"kind": "maximum", "temperature": 12, "time": "2026-11-20T18:00:00Z"}],
         "timeline": [
          {"from": "2026-11-20T12:00:00Z", "until": "2026-11-20T18:00:00Z", "flightRules": "VFR",
           "wind": {"direction": 230, "speed": 10}, "visibility": 9656.064, "visibilityQualifier": "more"},
          {"from": "2026-11-20T18:00:00Z", "until": "2026-11-21T12:00:00Z", "flightRules": "MVFR",
           "wind": {"direction": 200, "speed": 12, "gust": 20}, "visibility": 6437.376, "weather": ["-RA"],
           "clouds": [{"cover": "OVC", "base": 1800}], "ceiling": 1800,
           "overlays": [{"change": "TEMPO", "flightRules": "IFR", "visibility": 1609.344, "weather": ["+RA"]},
            {"change": "PROB", "probability": 30, "flightRules": "LIFR", "visibility": 804.672}]}]}
        """)

    static let winds = json(
        """
        {"type": "WINDS", "station": "PWM", "from": "2026-11-20T14:00:00Z", "until": "2026-11-20T21:00:00Z",
         "levels": {"12000": {"direction": 270, "speed": 48, "temperature": -9},
          "3000": {"direction": 240, "speed": 22}, "6000": {"variable": true, "temperature": 2}}}
        """)

    static let runways = [("11/29", 95.0), ("18/36", 165.0)].compactMap { Runway(name: $0, heading: $1) }

    /// Makes a record with a position; data that are not an object become an empty one.
    static func item(_ data: JSON, source: String, key: String = "KPWM", title: String? = nil) -> Item {
        var members: [JSON.Member] = [
            .init("source", .string(source)), .init("key", .string(key)),
            .init("data", data.object == nil ? .object([]) : data),
            .init("latitude", 43.65), .init("longitude", -70.31),
        ]
        if let title { members.append(.init("title", .string(title))) }
        return Item(.object(members))!
    }

    static let all = [
        item(metar, source: "metar@KPWM", title: "Portland Jetport"), item(taf, source: "taf@KPWM"),
        item(winds, source: "winds@KPWM"),
    ]

    /// Returns the report, changed by `change` for each of the last hours, newest first.
    static func history(_ hours: Int, _ change: (Int, inout JSON) -> Void = { _, _ in }) -> [Item] {
        (0..<hours).map { hour in
            let time = UTC(iso8601: "2026-11-20T13:51:00Z")! - .seconds(hour * 3600)
            var data = metar.with("time", .string(time.description))
                .with("temperature", .int(18 - hour % 12))
            change(hour, &data)
            return item(data, source: "metar@KPWM")
        }
    }

    /// Makes the tile of a report of a source that is not kept any more.
    static func tile(_ item: Item) -> AirportTile {
        AirportTile(AirportReport.ordered([item], of: [], at: now)[0])
    }

    static let source = Source(
        json(
            """
            {"context": {"name": "taf@KPWM", "kind": "taf"}, "runtime": {"health": "failing", "records": 1,
             "rejected": 0, "generation": 3, "failure": {"reason": "http", "httpStatus": 503, "count": 2,
             "message": "aviationweather.gov answered 503", "realtimeUSec": 1795183200000000}}}
            """))!

    /// A forecast of 48 hours with days, as Open-Meteo states them.
    static let forecast: JSON = {
        let hours = (0..<48).map { hour -> JSON in
            let time = UTC(iso8601: "2026-11-20T12:00:00Z")! + .seconds(hour * 3600)
            return [
                "time": .string(time.description), "temperature": .int(5 + (hour + 6) % 24 / 2),
                "precipitation": .double(hour % 7 == 6 ? 0.8 : 0), "precipitationProbability": .int(hour),
                "cloudCover": .int(hour * 2), "weatherCode": 61,
                "wind": ["speed": .int(hour % 20), "direction": .int(hour * 7), "gust": 25],
            ]
        }
        let day: JSON = [
            "date": "2026-11-20", "minimumTemperature": 5, "maximumTemperature": 16, "precipitation": 3.2,
            "precipitationProbability": 60, "weatherCode": 61, "wind": ["speed": 20, "direction": 230],
        ]
        return [
            "provider": "open-meteo", "latitude": 43.65, "longitude": -70.31,
            "updated": "2026-11-20T13:00:00Z",
            "current": [
                "time": "2026-11-20T14:00:00Z", "temperature": 8.5, "weatherCode": 3,
                "wind": ["speed": 9, "direction": 200],
            ],
            "hourly": .array(hours), "daily": [day],
            "periods": [["name": "Tonight", "text": "Rain after 9pm.", "until": "2026-11-21T11:00:00Z"]],
        ]
    }()
}

extension JSON {
    /// Returns the object with another value of a member.
    func with(_ name: String, _ value: JSON) -> JSON {
        .object((object ?? []).filter { $0.name != name } + [.init(name, value)])
    }

    /// Returns the object without a member.
    func without(_ name: String) -> JSON { .object((object ?? []).filter { $0.name != name }) }
}
