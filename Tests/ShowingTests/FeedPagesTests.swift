import AlmanacValues
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

    @Test func `an entry without a date, or of the future, is listed by the time it was received`() throws {
        func item(_ key: String, _ data: String) -> Item {
            Samples.item(
                #"{"source": "f", "key": "\#(key)", "generation": 1, "realtimeUSec": 1, "data": {\#(data)}}"#)
        }
        let items = [
            item("old", #""published": "2020-05-06T10:00:00Z""#),
            item("future", #""published": "2037-05-06T10:00:00Z", "received": "2026-11-20T08:00:00Z""#),
            item("undated", #""received": "2026-11-20T10:00:00Z""#), item("unknown", #""title": "x""#),
            item("new", #""published": "2026-11-20T09:00:00Z""#),
        ]
        let now = try #require(UTC(iso8601: "2026-11-20T12:00:00Z"))
        #expect(items.newestFirst(at: now).map(\.key) == ["undated", "new", "future", "old", "unknown"])
        let later = try #require(UTC(iso8601: "2038-01-01T00:00:00Z"))
        #expect(items.newestFirst(at: later).first?.key == "future")
    }

    @Test func `an entry is shown as a page`() throws {
        try Golden.check(
            try #require(recordPage([entries[1]], of: source, isOne: true)) as! EntryPage, "entry")
    }

    /// Makes an entry of HTML.
    private func entry(_ html: String, title: String, _ more: JSON = [:]) -> Item {
        let members =
            (more.object ?? []) + [
                .init("summary", .string(html)), .init("title", .string(title)),
            ]
        return Item(source: "feed@swift", key: "1", title: title, data: .object(members))
    }

    private func lines(_ html: String) -> [String] {
        EntryPage(entry(html, title: "T")).lines(on: Paper(width: 80, now: Golden.now)).map(\.plain)
    }

    @Test func `the text of an entry keeps its lists, lines and quotations, and lists its links`() throws {
        let html = """
            <h2>What is new</h2><p>See <a href="https://x.example/a">the announcement</a> &amp; the
            <a href="https://x.example/b">notes</a>, <a href="https://x.example/a">again</a>. Home:
            <a href="https://x.example/">https://x.example/</a></p><ol start="9"><li>The ninth point, which is somewhat
            longer than a narrow terminal is wide</li><li><p>Tenth</p><ul><li>deeper</li></ul></li></ol>
            <blockquote><p>Quoted<br />twice</p></blockquote><pre>  if x {
                y()
            }</pre><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
            <p><img alt="A chart" src="https://x.example/c.png" /><img height="1" src="https://t.example/" width="1" />
            <img alt="😀" src="https://x.example/e.png" /></p><video src="https://x.example/v.mp4"></video>
            """
        try Golden.check(EntryPage(entry(html, title: "Release")), "entry-markup")
    }

    @Test func `an episode is shown with its length, people and files`() throws {
        let more: JSON = [
            "duration": 3723, "episode": 7, "season": 2, "seasonName": "Winter", "episodeType": "bonus",
            "persons": [["name": "Jane Doe", "role": "guest"], ["name": "John"]],
            "chapters": [
                "url": "https://p.example/7.json", "type": "application/json+chapters",
                "entries": [["start": 0, "title": "Welcome"], ["start": 3787.5, "title": "The hill"]],
            ],
            "transcripts": [["url": "https://p.example/7.vtt", "type": "text/vtt", "language": "en"]],
            "enclosures": [
                ["url": "https://p.example/7.mp3", "type": "audio/mpeg", "length": 59_000_000],
                ["url": "https://p.example/7.jpg", "medium": "image", "description": "A hill under snow"],
            ], "reported": ["published": "soon"],
        ]
        try Golden.check(EntryPage(entry("<p>Notes</p>", title: "The seventh", more)), "episode")
    }

    @Test(arguments: [
        (#"<img alt="joke" src="https://x.example/c.png" title="joke" />"#, "joke [1]"),
        (#"<img alt="a" src="https://x.example/c.png" title="b" />"#, "a; b [1]"),
        (#"<p>x</p><img src="https://x.example/c.png" />"#, "[image] [1]"),
    ])
    func `an image is its description and its address`(_ html: String, _ line: String) {
        #expect(lines(html).contains(line))
        #expect(lines(html).last == "[1] https://x.example/c.png (image)")
    }

    @Test(arguments: [
        #"<a href="/relative">x</a>"#, #"<a href="javascript:alert(1)">x</a>"#, #"<a href="">x</a>"#,
        "<a>x</a>", "<script>y</script>x", "<!-- y -->x", "<b>x", "x</div>", "</a></ol></li>x",
    ])
    func `what is no address of something to open is no link, and no markup is shown`(_ html: String) {
        #expect(lines(html) == ["T", "", "x"])
    }

    @Test(arguments: [
        ("see https://x.example/a_(b). And", "https://x.example/a_(b)"),
        ("(https://x.example/a)", "https://x.example/a"),
        ("詳細はhttps://x.example/a。次", "https://x.example/a"),
        ("https://x.example/?a=1&b=2, too", "https://x.example/?a=1&b=2"),
        ("xhttps://x.example http:// https://", nil), ("h://x http:/x", nil),
    ])
    func `an address in plain text is a link`(_ text: String, _ address: String?) {
        let data: JSON = ["text": .string(text), "title": "T"]
        let entry = Item(source: "feed@x", key: "1", title: "T", data: data)
        #expect(entry.entryMarkup.links == [address].compactMap(\.self))
        let page = EntryPage(entry).lines(on: Paper(width: 80, now: Golden.now))
        #expect(page.map(\.plain) == ["T", "", text])
    }

    @Test func `raised digits and addresses with blanks are shown as such`() {
        #expect(self.lines("<p>10<sup>6</sup> H<sub>2</sub>O").last == "10⁶ H₂O")
        let more: JSON = ["link": "https://x.example/a b", "enclosures": [["url": "https://x.example/c d"]]]
        let page = EntryPage(entry("", title: "T", more)).lines(on: Paper(width: 80, now: Golden.now))
        let lines = ["T", "Link   https://x.example/a%20b", "Files  https://x.example/c%20d"]
        #expect(page.map(\.plain) == lines)
    }

    @Test(arguments: ["a < b", "<", "<p", "<a href=\"x", "a <!-- b", "&", "&nosuch;"])
    func `what is no tag is text`(_ html: String) { #expect(lines("<p>" + html).last == html) }

    @Test func `many tags without an end take linear time`() {
        let html = String(repeating: "<a b=\"", count: 20_000) + String(repeating: "<!--", count: 20_000)
        #expect(!lines("<p>" + html).isEmpty)
    }

    @Test func `the history of an entry has its text without markup, once`() {
        let event = Samples.event(
            """
            {"event": "changed", "cursor": "a.1", "source": "news", "key": "1", "title": "T", "generation": 1, "realtimeUSec": 0,
             "data": {"title": "T", "content": "<p>new</p>", "summary": "<b>s</b>", "text": "new"},
             "patch": {"content": "<p>new</p>", "summary": "<b>s</b>", "text": "new"},
             "previous": {"content": "<p>old <i>x</i></p>", "text": "old x"}}
            """)
        let lines = ChangeLine(event).differences(Paper(width: 80, now: Golden.now)).map(\.plain)
        #expect(lines == ["Summary s (new)", "Text old x → new"])
        let added = Samples.event(
            """
            {"event": "added", "cursor": "a.1", "source": "news", "key": "1", "title": "T", "generation": 1, "realtimeUSec": 0,
             "data": {"content": "<ol><li>a</li><li>b &amp; <i>c</i></li></ol>", "text": "1. a\\n2. b & c", "title": "T"}}
            """)
        let history = History(of: "news", [added]).lines(on: Paper(width: 120, now: Golden.now))
        #expect(history.last?.plain.hasSuffix("added   text 1. a 2. b & c, title T") == true)
    }

    @Test func `an entry without a title is its text, without its first words twice`() {
        let toot = Item(source: "feed@x", key: "1", title: "Hello world", data: ["text": "Hello\nworld"])
        let lines = EntryPage(toot).lines(on: Paper(width: 80, now: Golden.now)).map(\.plain)
        #expect(lines == ["", "Hello", "", "world"])
    }
}

@Suite struct OutlookPageTests {
    private let item = Samples.item(
        """
        {"source": "forecast@home", "key": "43.7,-79.4", "title": "Toronto", "generation": 1, "realtimeUSec": 0, "data": {
         "provider": "open-meteo", "updated": "2026-11-20T13:30:00Z",
         "current": {"time": "2026-11-20T14:00:00Z", "temperature": 0.3, "weatherCode": 3, "wind": {"speed": 7.1, "direction": 250}},
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
