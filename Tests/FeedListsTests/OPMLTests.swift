import FeedLists
import Records
import TestDocuments
import Testing

@Suite struct OPMLTests {
    private func list(_ text: String) throws -> FeedList { try FeedList(Array(text.utf8)) }

    private func opml(_ body: String) -> String { "<opml version=\"2.0\"><body>\(body)</body></opml>" }

    @Test(arguments: [
        ("australia", 16, ["australia"]), ("categories", 0, []), ("fashion", 10, ["fashion"]),
        ("interior-design", 24, []), ("nigeria", 10, []), ("outline", 0, []),
        ("south-africa", 11, ["south-africa"]), ("travel", 6, ["travel"]),
    ])
    func `every list of the corpus is read completely`(_ name: String, _ count: Int, _ tags: [String]) throws
    {
        let list = try FeedList(CorpusFile.bytes("\(name).opml"))
        #expect(list.feeds.count == count)
        #expect(list.faults.isEmpty)
        #expect(list.feeds.allSatisfy { $0.tags == tags && $0.title?.isEmpty == false })
    }

    @Test func `a list without its beginning is refused with its line`() throws {
        let bytes = try CorpusFile.bytes("malformed.opml")
        let error = #expect(throws: FeedListError.self) { try FeedList(bytes) }
        #expect(error?.description == "line 2: <outline> is the first element, not <opml>")
    }

    @Test func `a fault costs only its outline`() throws {
        let lines = try CorpusFile.lines("malformed.opml").dropFirst()
        let body = lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
        let list = try list("<opml>\n<body>\n" + body)
        #expect(list.feeds.count == 14)
        #expect(list.faults.map(\.line) == [12, 16])
    }

    @Test func `nested folders are a tag, and categories are further tags`() throws {
        let list = try list(
            opml(
                """
                <outline text="Tech"><outline title="Free Software"><outline text="LWN" xmlUrl="https://lwn.net/rss"
                 category="/Boston/Weather,news"/></outline></outline><outline xmlurl='http://a.example/?a=1&amp;b=2'/>
                """))
        #expect(list.feeds.map(\.tags) == [["tech/free-software", "boston/weather", "news"], []])
        #expect(list.feeds.map(\.url) == ["https://lwn.net/rss", "http://a.example/?a=1&b=2"])
        #expect(list.feeds.map(\.title) == ["LWN", nil])
    }

    @Test(arguments: [
        ("ftp://a.example/x", "ftp://a.example/x"), ("file:///etc/passwd", "file:///etc/passwd"),
        ("https://me:secret@a.example/feed", "https://a.example"), ("https://", "https://"),
        ("javascript:alert(1)", "javascript:alert(1)"), ("ftp://me:secret@a.example/", "ftp://a.example/"),
        ("https://me:secret?x@a.example/feed", "https://a.example"),
        ("ftp://me:secret#x@a.example/", "ftp://a.example/"),
    ])
    func `an address that is not of the web or has a password is a fault without the password`(
        _ url: String, _ shown: String
    ) throws {
        let list = try list(
            opml("<outline text=\"x\" xmlUrl=\"\(url)\"/><outline xmlUrl=\"https://b.example/\"/>"))
        #expect(list.feeds.map(\.url) == ["https://b.example/"])
        #expect(list.faults.map(\.text) == [shown])
        #expect(!"\(list.faults)".contains("secret"))
    }

    @Test func `feed addresses, included lists and pages with rules are recognised`() throws {
        let list = try list(
            opml(
                """
                <outline xmlUrl="feed://a.example/x"/><outline xmlUrl="feed:https://b.example/x"/>
                <outline xmlUrl="https://e.example?user=@f"/>
                <outline type="include" url="https://c.example/more.opml" text="More"/>
                <outline type="HTML+XPath" xmlUrl="https://d.example/" text="Scraped"/>
                """))
        let urls = ["http://a.example/x", "https://b.example/x", "https://e.example?user=@f"]
        #expect(list.feeds.map(\.url) == urls)
        #expect(list.faults.map(\.text) == ["More", "Scraped"])
    }

    @Test func `a list that ends early says so`() throws {
        let list = try list("<opml><body><outline xmlUrl=\"https://a.example/\"/>")
        #expect(list.feeds.count == 1)
        #expect(
            list.faults.map(\.reason) == [
                "the document ends before </opml>; what it may have lost is unknown"
            ])
    }

    @Test func `too many outlines and too deep folders are refused`() {
        let many = String(repeating: "<outline/>", count: 10_001)
        #expect(throws: FeedListError.self) { try list(opml(many)) }
        #expect(throws: Never.self) { try list(opml(String(repeating: "<outline/>", count: 10_000))) }
        let deep = { (depth: Int) in
            opml(
                String(repeating: "<outline text=\"f\">", count: depth)
                    + String(repeating: "</outline>", count: depth))
        }
        #expect(throws: Never.self) { try list(deep(32)) }
        #expect(throws: FeedListError.self) { try list(deep(33)) }
    }

    @Test func `an entity of the document type is never expanded`() throws {
        let list = try list(
            "<!DOCTYPE opml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                + opml("<outline text=\"&x;&#65;&#x42;&\" xmlUrl=\"https://a.example/\"/>"))
        #expect(list.feeds.map(\.title) == ["&x;AB&"])
    }

    @Test func `a declared encoding is read`() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
            + opml("<outline text=\"Caf_\" xmlUrl=\"https://a.example/\"/>")
        let bytes = text.utf8.map { $0 == UInt8(ascii: "_") ? 0xE9 : $0 }
        #expect(try FeedList(bytes).feeds.map(\.title) == ["Café"])
    }

    @Test func `every prefix of every list is read or refused`() throws {
        for name in try CorpusFile.names("") where name != "README.md" {
            let bytes = try CorpusFile.bytes(name)
            // A prefix of an address may be one, before its password follows.
            let most = ((try? FeedList(bytes))?.feeds.count ?? 0) + 1
            for length in stride(from: 0, to: bytes.count, by: 7) {
                let list = try? FeedList(Array(bytes.prefix(length)))
                #expect(list.map { $0.feeds.count <= most } ?? true)
            }
        }
    }

    @Test(arguments: ["australia", "fashion", "interior-design", "nigeria", "south-africa", "travel"])
    func `a written list reads back as an equal one`(_ name: String) throws {
        var names = FeedNames(except: [])
        let feeds = try FeedList(CorpusFile.bytes("\(name).opml")).feeds.map { feed in
            var feed = feed
            feed.tags.append("more/tags")
            feed.folders = []
            feed.name = names.name(of: feed).text
            feed.line = 0
            return feed
        }
        let text = FeedList.opml(feeds, title: "A & \"B\"")
        let again = try list(text).feeds.map { feed in
            var feed = feed
            feed.line = 0
            feed.folders = []
            return feed
        }
        #expect(again == feeds)
        var others = FeedNames(except: [])
        #expect(again.map { others.name(of: $0).text } == feeds.map(\.name))
    }

    private static let readers: [(String, [String], [[String]], [Int])] = [
        ("newsboat", ["LWN.net", "", ""], [[], [], []], []),
        (
            "miniflux", ["Debian News", "A \"quoted\" & long title", "LWN.net"],
            [["blog-tech"], ["blog-tech"], ["all"]], []
        ),
        ("freshrss", ["FreshRSS releases", "LWN.net"], [["uncategorized"], ["linux-more"]], [13]),
        ("netnewswire", ["LWN.net", "Debian News"], [[], ["tech-science"]], []),
        (
            "feedly", ["LWN.net", "阮一峰的网络日志", "LWN.net"], [["ml-bd-da"], ["ml-bd-da"], ["every-day"]], []
        ),
    ]

    @Test(arguments: readers)
    func `what a reader exports is read completely and written back equal`(
        _ name: String, _ titles: [String], _ tags: [[String]], _ faults: [Int]
    ) throws {
        let first = try FeedList(CorpusFile.bytes("\(name).opml"))
        #expect(first.feeds.map { $0.title ?? "" } == titles)
        #expect(first.feeds.map(\.tags) == tags)
        // A page with rules to read it is no feed.
        #expect(first.faults.map(\.line) == faults)
        var names = FeedNames(except: [])
        let feeds = first.feeds.map { feed in
            FeedList.Feed(
                url: feed.url, title: feed.title ?? feed.url, tags: feed.tags,
                name: names.name(of: feed).text, line: 0)
        }
        let again = try list(FeedList.opml(feeds, title: name)).feeds.map { feed in
            FeedList.Feed(url: feed.url, title: feed.title, tags: feed.tags, name: feed.name, line: 0)
        }
        // Feeds of one folder stand together.
        #expect(Set(again) == Set(feeds) && again.count == feeds.count)
    }

    @Test(arguments: [
        ("新聞", "新聞"), ("Новости дня", "новости-дня"), ("C++ / C#", "c-c"), ("Café & Bar", "cafe-bar"),
        ("🎮", "🎮"), ("أخبار", "أخبار"),
    ])
    func `a folder in any script is a tag, and keeps its name`(_ name: String, _ tag: String) throws {
        let title = name.replacing("&", with: "&amp;")
        let text = opml("<outline text=\"\(title)\"><outline xmlUrl=\"https://a.example/f\"/></outline>")
        let feeds = try list(text).feeds
        #expect(feeds.map(\.tags) == [[tag]] && feeds.map(\.folders) == [[[name]]])
        #expect(try list(FeedList.opml(feeds, title: "")).feeds.map(\.folders) == [[[name]]])
        let settings = FeedList.settings(ofFoldersOf: feeds[0])
        #expect(settings.isEmpty == (name == tag))
        #expect(settings.map(FeedList.path(ofSetting:)) == (name == tag ? [] : [[name]]))
    }

    @Test func `a feed in several folders is one feed with all of them`() throws {
        let feed = "<outline text=\"A\" xmlUrl=\"https://A.example/f\"/>"
        let other = "<outline text=\"Two\">\(feed.lowercased())</outline>"
        let list = try list(opml("<outline text=\"One\">\(feed)</outline>\(other)"))
        #expect(list.feeds.count == 2 && list.distinctFeeds.map(\.tags) == [["one", "two"]])
        #expect(list.distinctFeeds.map(\.folders) == [[["One"], ["Two"]]])
        let written = FeedList.opml(list.distinctFeeds, title: "")
        #expect(try self.list(written).distinctFeeds.map(\.folders) == [[["One"], ["Two"]]])
        #expect(!written.contains("category"))
    }

    @Test(arguments: [
        "<outline type='rss' text='A' htmlUrl='https://a.example/'/>",
        "<outline type='rss' text='A' htmlUrl='https://a.example/'></outline>",
        "<outline type='atom' text='A'/>", "<outline text='A' xmlUrl=' '/>",
        "<outline text='A' type='link' url='https://a.example/'/>",
    ])
    func `a row that should be a feed and has no address is a fault`(_ row: String) throws {
        let other = "<outline xmlUrl='https://b.example/'/>"
        let list = try list(opml("<outline text='F'>\(row)</outline>\(other)"))
        #expect(list.feeds.count == 1)
        #expect(list.faults.map(\.reason) == ["has no address of a feed (xmlUrl)"])
        #expect(list.faults[0].text.hasPrefix("A"))
    }

    @Test(arguments: [
        "<outline text='Empty'/>", "<outline text='Empty'></outline>",
        "<outline type='rss' text='Folder'><outline xmlUrl='https://a.example/'/></outline>",
    ])
    func `a folder is no fault, even if it is empty or has a type`(_ row: String) throws {
        #expect(try list(opml(row)).faults.isEmpty)
    }

    @Test(arguments: [
        ("https://a.example/my feed.xml", "https://a.example/my%20feed.xml"),
        ("itpc://p.example/f", "http://p.example/f"), ("PCAST://p.example/f", "http://p.example/f"),
        ("feeds://p.example/f", "https://p.example/f"),
        ("feed:https://p.example/f", "https://p.example/f"),
        ("https://a.example/?a=1&amp;amp;b=2", "https://a.example/?a=1&b=2"),
    ])
    func `an address is one of the web, without blanks`(_ address: String, _ url: String) throws {
        #expect(try list(opml("<outline xmlUrl='\(address)'/>")).feeds.map(\.url) == [url])
    }

    @Test func `names of HTML in a title are characters`() throws {
        let list = try list(opml("<outline text='caf&eacute;&nbsp;x' xmlUrl='https://a.example/'/>"))
        #expect(list.feeds.map(\.title) == ["café x"])
    }
}
