import AlmanacValues
import Records
import Showing

/// Answers of a daemon, for the pages.
enum Samples {
    static func json(_ text: String) -> JSON {
        do { return try JSON(parsing: Array(text.utf8)) } catch { preconditionFailure("\(error) in \(text)") }
    }

    /// Returns microseconds since 1970 for a time on the day of `Golden.now`.
    static func at(_ hour: Int, _ minute: Int, day: Int = 20) -> Int64 {
        UTC(UTC.Fields(year: 2026, month: 11, day: day, hour: hour, minute: minute))!.microseconds
    }

    static func source(_ context: String, _ runtime: String) -> Source {
        Source(json("{\"context\": \(context), \"runtime\": \(runtime)}"))!
    }

    static let hospitals = source(
        """
        {"name": "hospitals", "kind": "table", "url": "https://media.nhschoices.nhs.uk/data/foi/Hospital.csv",
         "title": "NHS hospitals", "intervalUSec": 86400000000, "tags": ["health", "england"],
         "options": {"Table": {"Encoding": "windows-1252", "Delimiter": "auto"},
         "Record": {"Key": "OrganisationID", "Title": "OrganisationName", "Location": "Latitude Longitude",
         "Group": "Sector", "Columns": ["OrganisationName City", "Sector Phone"], "Bar": "Beds 800"}}}
        """,
        """
        {"health": "fresh", "records": 1226, "rejected": 2, "omitted": {"Hidden": 3, "no position": 12},
         "drift": ["Fax is gone for all"], "generation": 7, "changedUSec": \(at(6, 0, day: 19)),
         "fetchedUSec": \(at(6, 0)),
         "expiresUSec": \(at(18, 0, day: 21)), "nextUSec": \(at(6, 0, day: 21))}
        """)

    static let portland = source(
        """
        {"name": "metar@KPWM", "kind": "metar", "title": "Weather report of KPWM", "intervalUSec": 300000000,
         "url": "https://aviationweather.gov/api/data/metar?ids=KPWM&format=raw"}
        """,
        """
        {"health": "fresh", "records": 1, "rejected": 0, "generation": 41, "changedUSec": \(at(13, 55)),
         "fetchedUSec": \(at(14, 2)),
         "expiresUSec": \(at(14, 12)), "nextUSec": \(at(14, 7) + 42_000_000), "attemptUSec": \(at(14, 6))}
        """)

    static let schools = source(
        """
        {"name": "nyc-schools", "kind": "json", "url": "https://data.cityofnewyork.us/resource/s3k6-pzi2.json",
         "intervalUSec": 3600000000}
        """,
        """
        {"health": "failing", "records": 440, "rejected": 0, "generation": 3, "fetchedUSec": \(at(22, 2, day: 18)),
         "nextUSec": \(at(14, 23)), "failure": {"reason": "timeout", "httpStatus": null, "count": 5,
         "message": "no answer from data.cityofnewyork.us within 30 s; is the network slow?",
         "realtimeUSec": \(at(14, 1))}}
        """)

    static let london = source(
        #"{"name": "metar@EGLL", "kind": "metar"}"#,
        #"{"health": "empty", "records": 0, "rejected": 0, "generation": 0}"#)

    static let tokyo = source(
        #"{"name": "feed@nhk", "kind": "feed", "title": "NHKニュース 主要ニュース"}"#,
        """
        {"health": "stale", "records": 85000, "rejected": 0, "generation": 9, "fetchedUSec": \(at(11, 0)),
         "nextUSec": \(at(14, 6))}
        """)

    static let all = [tokyo, hospitals, london, portland, schools]

    static func item(_ text: String) -> Item { Item(json(text))! }

    static let report = item(
        """
        {"source": "metar@KPWM", "key": "KPWM", "title": "Portland International Jetport", "generation": 41,
         "realtimeUSec": \(at(13, 53)), "data": {"station": "KPWM", "type": "METAR", "time": "2026-11-20T13:51:00Z",
         "raw": "KPWM 201351Z AUTO 23012G20KT 200V260 2 1/2SM R11/4500VP6000FT/U -RA BR BKN014 OVC025 18/16 A2992 RMK AO2 SLP132 T01780161",
         "auto": true, "wind": {"direction": 230, "speed": 12, "gust": 20, "from": 200, "to": 260},
         "visibility": 4023.36,
         "reported": {"altimeter": {"unit": "inHg", "value": 29.92}, "visibility": {"unit": "SM", "value": 2.5}},
         "runwayVisualRange": {"11": {"low": 1372, "high": 1829, "tendency": "up"}},
         "weather": ["-RA", "BR"], "clouds": [{"cover": "BKN", "base": 1400}, {"cover": "OVC", "base": 2500, "type": "CB"}],
         "ceiling": 1400, "temperature": 17.8, "dewPoint": 16.1, "relativeHumidity": 90, "altimeter": 1013.2,
         "flightRules": "MVFR", "flightRulesBy": "ceiling", "recentWeather": ["RETS"], "unparsed": ["$"]}}
        """)

    static let hospital = item(
        """
        {"source": "hospitals", "key": "17989", "title": "Milford Specialist Rehabilitation Hospital",
         "generation": 7, "realtimeUSec": \(at(6, 0)), "data": {"Address2": "Tuesley Lane", "City": "Godalming",
         "IsPimsManaged": true, "Latitude": 51.167896, "Longitude": -0.625385, "OrganisationID": "17989",
         "OrganisationName": "Milford Specialist Rehabilitation Hospital", "Phone": "01483 782500",
         "Sector": "Independent", "Beds": 200, "Note": "first line\\nsecond \\u001b[31mline\\u202e"}}
        """)

    static let others = [
        item(
            """
            {"source": "hospitals", "key": "18102", "title": "North Somerset Community Hospital", "generation": 7,
             "realtimeUSec": \(at(6, 0)), "data": {"City": "Clevedon", "OrganisationID": "18102",
             "OrganisationName": "North Somerset Community Hospital", "Phone": "01275 872212", "Sector": "NHS",
             "Latitude": "51.437", "Longitude": "-2.847", "Beds": 1200}}
            """),
        item(
            """
            {"source": "hospitals", "key": "2", "generation": 7, "realtimeUSec": \(at(6, 0)),
             "data": {"OrganisationID": "2", "OrganisationName": "St. 聖路加 Hospital"}}
            """),
    ]

    static func event(_ text: String) -> Event { Event(json(text))! }

    static let improved = event(
        """
        {"event": "changed", "cursor": "a1.5", "realtimeUSec": \(at(14, 2) + 7_000_000), "source": "metar@KPWM",
         "key": "KPWM", "title": "Portland", "generation": 42, "data": {"station": "KPWM", "flightRules": "MVFR",
         "raw": "KPWM 201351Z 23012KT 6SM BKN014 18/16 A2992", "time": "2026-11-20T13:51:00Z", "ceiling": 1400,
         "visibility": 9656.064,
         "reported": {"altimeter": {"unit": "inHg", "value": 29.92}, "visibility": {"unit": "SM", "value": 6}},
         "wind": {"direction": 230, "speed": 12}, "temperature": 18, "altimeter": 1013.2},
         "patch": {"raw": "x", "flightRules": "MVFR", "ceiling": 1400, "temperature": 18, "wind": {"direction": 230}},
         "previous": {"raw": "y", "flightRules": "IFR", "ceiling": 900, "temperature": 17, "wind": {"direction": 210}}}
        """)
}
