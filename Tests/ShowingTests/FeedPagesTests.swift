import Records
import Showing
import Testing

@Suite struct FeedPagesTests {
    private let source = Samples.source(
        #"{"name": "feed@swift", "kind": "feed", "title": "Swift.org"}"#,
        #"{"health": "fresh", "records": 2, "rejected": 0, "generation": 1, "fetchedUSec": 1}"#)

    private let entries = [
        Samples.item(
            """
            {"source": "feed@swift", "key": "https://example.org/1", "title": "Older entry", "generation": 1, "realtimeUSec": 0,
             "data": {"id": "1", "title": "Older entry", "published": "2026-11-18T09:30:00Z"}}
            """),
        Samples.item(
            """
            {"source": "feed@swift", "key": "https://example.org/2", "title": "An entry whose title is a good deal longer than that of the other",
             "generation": 1, "realtimeUSec": 0, "data": {"id": "2", "published": "2026-11-20T13:00:00Z", "author": "A. Writer",
             "link": "https://example.org/2", "tags": ["news", "language"],
             "text": "The first paragraph, which is somewhat longer than a narrow terminal is wide.\\nThe second one has \\u001b[31mno colour.",
             "enclosures": [{"url": "https://example.org/2.mp3", "type": "audio/mpeg"}]}}
            """),
    ]

    @Test func `a feed shows its entries, newest first`() throws {
        try Golden.check(try #require(recordPage(entries, of: source, isOne: false)) as! EntryList, "feed")
    }

    @Test func `an entry is shown as a page`() throws {
        try Golden.check(
            try #require(recordPage([entries[1]], of: source, isOne: true)) as! EntryPage, "entry")
    }
}

@Suite struct OutlookPageTests {
    private let item = Samples.item(
        """
        {"source": "forecast@home", "key": "43.7,-79.4", "title": "Toronto", "generation": 1, "realtimeUSec": 0, "data": {
         "provider": "open-meteo", "updated": "2026-11-20T13:30:00Z",
         "current": {"temperature": 0.3, "weatherCode": 3, "wind": {"speed": 7.1, "direction": 250}},
         "hourly": [
          {"time": "2026-11-20T12:00:00Z", "temperature": 1.2, "weatherCode": 0},
          {"time": "2026-11-20T14:00:00Z", "temperature": 0.6, "weatherCode": 61, "precipitation": 0.4, "precipitationProbability": 55,
           "wind": {"speed": 8, "direction": 250, "gust": 17}},
          {"time": "2026-11-20T15:00:00Z", "temperature": -0.2, "symbol": "lightrainshowersandthunder_day", "precipitation": 0}],
         "daily": [{"date": "2026-11-20", "time": "2026-11-20T05:00:00Z", "minimumTemperature": -2.4, "maximumTemperature": 3,
          "weatherCode": 63, "precipitation": 12.7, "precipitationProbability": 90, "wind": {"speed": 14, "direction": 240}}],
         "periods": [{"time": "2026-11-20T13:00:00Z", "until": "2026-11-20T23:00:00Z", "name": "This afternoon",
          "summary": "Rain", "text": "Rain likely, mainly after three. Cloudy, with a high near 3."}]}}
        """)

    @Test func `a general forecast shows now, the next hours and the next days`() throws {
        try Golden.check(OutlookPage(item), "outlook")
        try Golden.check(OutlookPage(item), "outlook-imperial", units: .imperial)
    }

    @Test(arguments: [
        ("lightssnowshowersandthunder_night", "light snow showers and thunder"),
        ("lightssleetshowersandthunder_day", "light sleet showers and thunder"),
        ("lightsleet", "light sleet"),
        ("heavysnowshowers_polartwilight", "heavy snow showers"), ("partlycloudy_day", "partly cloudy"),
    ])
    func `symbols of MET Norway are words, also the two that it misspells`(symbol: String, words: String) {
        let step: JSON = ["time": "2026-11-20T15:00:00Z", "symbol": .string(symbol)]
        #expect(OutlookStep(step, on: Paper(width: 80, now: Golden.now)).weather == words)
    }
}
