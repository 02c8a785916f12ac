import FeedLists
import Records
import TestDocuments
import Testing

@Suite struct FeedNamesTests {
    private func feed(_ title: String?, _ url: String = "https://www.a.example/feed", name: String? = nil)
        -> FeedList.Feed
    {
        FeedList.Feed(url: url, title: title, tags: [], name: name)
    }

    @Test(arguments: [
        ("LWN.net", "lwn-net"), ("Café Ünlü – Straße", "cafe-uenlue-strasse"),
        ("  The Age - Latest  ", "the-age-latest"),
        ("Hakim's", "hakims"), ("Новости", "a-example"), ("日本語", "a-example"), ("!", "a-example"),
        (
            "Latest News and News Headlines | Daily Telegraph of Sydney",
            "latest-news-and-news-headlines-daily-telegraph"
        ),
    ])
    func `a title becomes a readable name`(_ title: String, _ name: String) {
        var names = FeedNames(except: [])
        #expect(names.name(of: feed(title)).text == name)
    }

    @Test func `equal titles are distinguished by their hosts, then by numbers`() {
        var names = FeedNames(except: ["news"])
        #expect(names.name(of: feed("News")).text == "news-a-example")
        #expect(names.name(of: feed("News", "https://b.example/x")).text == "news-b-example")
        #expect(names.name(of: feed("News", "https://b.example/y")).text == "news-2")
        #expect(names.name(of: feed(nil)).text == "a-example")
        #expect(names.name(of: feed(nil)).text == "a-example-2")
    }

    @Test func `the name in a list of almanac is used unless it is taken or invalid`() {
        var names = FeedNames(except: ["taken"])
        #expect(names.name(of: feed("News", name: "mine")).text == "mine")
        #expect(names.name(of: feed("News", name: "taken")).text == "news")
        #expect(names.name(of: feed("Other", name: "../x")).text == "other")
        #expect(names.name(of: feed("Third", name: "metar@KPWM")).text == "third")
    }

    @Test func `addresses are equal despite the case of the host, the port and the fragment`() {
        var addresses = FeedAddresses()
        addresses.add("https://A.example:443/Feed#top", as: "a")
        #expect(addresses["https://a.example/Feed"] == "a")
        #expect(addresses["https://a.example/feed"] == nil)
        #expect(addresses["http://a.example/Feed"] == nil)
        addresses.add("https://b.example", as: "b")
        #expect(addresses["https://b.example/"] == "b")
    }

    @Test func `newsboat's urls have tags, titles and entries that are not feeds`() throws {
        let list = try FeedList(CorpusFile.bytes("newsboat-urls"))
        #expect(
            list.feeds.map(\.url) == [
                "https://example.org/feed.xml", "https://lwn.net/headlines/rss", "http://example.com/a.rss",
            ])
        #expect(list.feeds.map(\.title) == [nil, "LWN, the weekly", nil])
        #expect(list.feeds.map(\.tags) == [[], ["linux", "free-software"], []])
        #expect(list.faults.map(\.line) == [5, 6, 7])
        #expect(!"\(list.faults)".contains("secret"))
    }
}
