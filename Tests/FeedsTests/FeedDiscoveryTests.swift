import Feeds
import Records
import TestDocuments
import Testing

@Suite struct FeedDiscoveryTests {
    private func feeds(
        _ page: String, at url: String = "https://a.example/blog/", links: [String] = []
    ) -> [DiscoveredFeed] {
        FeedDiscovery.feeds(in: Array(page.utf8), at: url, links: links)
    }

    private func urls(_ page: String, at url: String = "https://a.example/blog/", links: [String] = [])
        -> [String]
    {
        feeds(page, at: url, links: links).map(\.url)
    }

    @Test func `the right feed of every page in the corpus comes first`() throws {
        let pages = try JSON(parsing: CorpusFile.bytes("Discovery/expected.json")).array ?? []
        #expect(pages.count == 20)
        for page in pages {
            let file = page["file"]?.string ?? ""
            let found = FeedDiscovery.feeds(
                in: try CorpusFile.bytes("Discovery/\(file)"), at: page["url"]?.string ?? "")
            let expected = (page["expected"]?.array ?? []).compactMap(\.string)
            #expect(expected.isEmpty ? found.isEmpty : expected.contains(found.first?.url ?? ""), "\(file)")
        }
    }

    @Test func `every prefix of every page is read`() throws {
        for name in try CorpusFile.names("Discovery") where name.hasSuffix(".html") {
            let bytes = try CorpusFile.bytes("Discovery/\(name)")
            for length in stride(from: 0, to: min(bytes.count, 8_192), by: 11) {
                let found = FeedDiscovery.feeds(in: Array(bytes.prefix(length)), at: "https://a.example/")
                #expect(found.allSatisfy { $0.url.hasPrefix("http") })
            }
        }
    }

    @Test(arguments: ["http:http://a.example/f", "https:https://a.example/f", "mailto:x@http://a.example/f"])
    func `an address whose scheme is not followed by a host is no feed`(_ address: String) {
        #expect(urls("<link rel=alternate type=application/rss+xml href=\"\(address)\">") == [])
    }

    @Test func `content comes before comments, and Atom and JSON before RSS`() {
        let page = """
            <link rel=alternate type="application/rss+xml" title="Kommentare" href="/k">
            <link rel="alternate" type="application/rss+xml" title="All" href="/rss">
            <link rel="alternate" type="application/feed+json" href="feed.json">
            <LINK REL='ALTERNATE' TYPE='application/atom+xml; charset=utf-8' HREF='//b.example/atom?a=1&amp;b=2'/>
            <link rel="alternate" type="application/atom+xml" href="/comments/atom">
            """
        #expect(
            urls(page) == [
                "https://b.example/atom?a=1&b=2", "https://a.example/blog/feed.json", "https://a.example/rss",
                "https://a.example/comments/atom", "https://a.example/k",
            ])
    }

    @Test func `header fields come first among equals, and are resolved against the page`() {
        let link =
            "</x.atom>; rel=\"alternate\"; type=\"application/atom+xml\"; title=\"A, \\\"B\\\"\", <y>; rel=next"
        let page =
            "<base href='https://c.example/'><link rel=alternate type=application/atom+xml href=z.atom>"
        let found = feeds(page, links: [link])
        #expect(found.map(\.url) == ["https://a.example/x.atom", "https://c.example/z.atom"])
        #expect(found[0].title == "A, \"B\"")
    }

    @Test(arguments: [
        "<link rel='alternate' type='application/json' href='/wp-json/wp/v2/pages/1'>",
        "<link rel='alternate' type='application/json+oembed' href='/oembed?feed'>",
        "<link rel='alternate' hreflang=de href='/de/feed'>",
        "<link rel='alternate stylesheet' type='text/css' href='/feed'>",
        "<!-- <link rel='alternate' type='application/rss+xml' href='/rss'> -->",
        "<script>'<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/rss\">'</script>",
        "<link rel='alternate' type='application/rss+xml' href='javascript:alert(1)'>",
        "<link rel='alternate' type='application/rss+xml' href='https://me:secret@a.example/rss'>",
        "<link rel='alternate' type='application/rss+xml' href='file:///etc/passwd'>",
        "<a href='/feedback'>feedback</a><a href='https://feedly.com/i/subscription/feed/https://a.example/rss'>x</a>",
        "<a href='https://other.example/rss.xml'>another site's</a>", "", "<", "<link", "<a href=",
    ])
    func `other links are not feeds`(_ page: String) {
        #expect(feeds(page).isEmpty)
    }

    @Test(arguments: [
        "<link href=\"/rss.php?x=1\" type=\"application/rss+xml\">",
        "<a href='/rss.php?x=1' type=\"application/rss+xml; charset=utf-8\">RSS</a>",
    ])
    func `a link without a relation counts by the type of feeds, after all that have one`(_ link: String) {
        #expect(urls(link) == ["https://a.example/rss.php?x=1"])
        #expect(urls(link, at: "https://github.com/owner").first == "https://github.com/rss.php?x=1")
        let stated = "<link rel=alternate type='application/rss+xml' href='/stated'>"
        #expect(urls(link + stated) == ["https://a.example/stated", "https://a.example/rss.php?x=1"])
        let comments = "<link rel=alternate type='application/rss+xml' title='Comments' href='/c'>"
        #expect(urls(comments + link) == ["https://a.example/rss.php?x=1", "https://a.example/c"])
    }

    @Test(arguments: ["text/html", "application/json", "text/xml", "image/png", ""])
    func `a link without a relation is no feed by another type`(_ type: String) {
        #expect(feeds("<link href='/x' type='\(type)'><a href='/y' type='\(type)'>y</a>").isEmpty)
    }

    @Test(arguments: [
        ("0; url=/en/", "https://a.example/en/"), ("0;URL='en/'", "https://a.example/blog/en/"),
        ("5.5 , https://b.example/", "https://b.example/"),
        ("0; url = \"/x\" y", "https://a.example/x"),
    ])
    func `a page can send its reader to another one`(_ content: String, _ target: String) {
        let quoted = content.replacing("\"", with: "&quot;")
        let page = Array("<meta http-equiv=\"Refresh\" content=\"\(quoted)\">".utf8)
        #expect(FeedDiscovery.refresh(of: page, at: "https://a.example/blog/") == target)
    }

    @Test(arguments: [
        "30", "0; url=/blog/", "0; url=", "x; url=/en/", "0; url=javascript:x", "0; url=file:///x",
    ])
    func `a page that only reloads itself sends its reader nowhere`(_ content: String) {
        let page = Array("<meta http-equiv=refresh content=\"\(content)\">".utf8)
        #expect(FeedDiscovery.refresh(of: page, at: "https://a.example/blog/") == nil)
    }

    @Test func `links in the text count if the page states no feed, files before folders`() {
        let page =
            "<a href='/feed'>f</a><a href='rss.xml'>r</a><a href='https://feeds.feedburner.com/a'>b</a>"
        #expect(
            urls(page) == [
                "https://a.example/blog/rss.xml", "https://a.example/feed", "https://feeds.feedburner.com/a",
            ])
        let comments = "<link rel=alternate type=application/rss+xml title='Comments' href=/c>"
        #expect(urls(page + comments).last == "https://a.example/c")
        #expect(
            urls(page + "<link rel=alternate type=application/rss+xml href=/real>") == [
                "https://a.example/real"
            ])
    }

    @Test func `an article's own feed is one of comments, a folder's is not`() {
        let links =
            "<link rel=alternate type=application/rss+xml href='https://a.example/2020/x/feed/'>"
            + "<link rel=alternate type=application/rss+xml href='https://a.example/feed/'>"
        let article = "<meta property='og:type' content='article'>" + links
        #expect(urls(article, at: "https://a.example/2020/x/").first == "https://a.example/feed/")
        #expect(urls(links, at: "https://a.example/2020/x/").first == "https://a.example/2020/x/feed/")
    }

    @Test(arguments: [
        (
            "https://www.youtube.com/channel/UCabc-1",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc-1"
        ),
        (
            "https://www.youtube.com/playlist?list=PL1",
            "https://www.youtube.com/feeds/videos.xml?playlist_id=PL1"
        ),
        ("https://github.com/owner/repo/issues", "https://github.com/owner/repo/releases.atom"),
        ("https://github.com/owner", "https://github.com/owner.atom"),
        ("https://gitlab.com/a/b/c/-/issues", "https://gitlab.com/a/b/c/-/releases.atom"),
        ("https://codeberg.org/a/b", "https://codeberg.org/a/b/releases.rss"),
        ("https://old.reddit.com/r/swift/comments/1", "https://www.reddit.com/r/swift/.rss"),
        ("https://medium.com/@me/story", "https://medium.com/feed/@me"),
        ("https://me.medium.com/story", "https://me.medium.com/feed"),
        ("https://me.substack.com/p/x", "https://me.substack.com/feed"),
        ("https://me.wordpress.com/2020/", "https://me.wordpress.com/feed/"),
        ("https://me.blogspot.co.uk/2020/x.html", "https://me.blogspot.co.uk/feeds/posts/default"),
    ])
    func `sites have rules by their addresses`(_ url: String, _ feed: String) {
        #expect(urls("<html></html>", at: url).first == feed)
        let stated = "<link rel=alternate type=application/atom+xml href='https://b.example/stated'>"
        #expect(urls(stated, at: url).first == "https://b.example/stated")
    }

    @Test(arguments: [
        ("<meta name=generator content='WordPress 6.4'>", "https://a.example/x/y", "https://a.example/feed/"),
        ("<img src='https://a.example/wp-content/a.png'>", "https://a.example/x", "https://a.example/feed/"),
        (
            "<meta name='generator' content='blogger'/>", "https://a.example/x",
            "https://a.example/feeds/posts/default"
        ),
        ("<div id='mastodon'></div>", "https://a.example/@me", "https://a.example/@me.rss"),
        ("<img src='https://substackcdn.com/x'>", "https://a.example/p/x", "https://a.example/feed"),
        (
            "<meta itemprop=channelId content=UCx1>", "https://www.youtube.com/watch?v=1",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UCx1"
        ),
        (
            "<script>{\"externalId\":\"UCy_2\"}</script>", "https://www.youtube.com/@me",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UCy_2"
        ),
    ])
    func `programs have rules by what they write into pages`(_ page: String, _ url: String, _ feed: String) {
        #expect(urls(page, at: url) == [feed])
        #expect(feeds(page, at: url).map(\.origin) == [.site])
    }

    @Test(arguments: [
        "https://github.com/features", "https://github.com/", "https://www.youtube.com/",
        "https://medium.com/",
    ])
    func `pages of a site that belong to nobody have no feed`(_ url: String) {
        #expect(urls("<html></html>", at: url).isEmpty)
    }

    @Test func `a page full of tags that are not closed takes linear time`() {
        let page = String(repeating: "<a <link <script", count: 50_000)
        #expect(feeds(page).isEmpty)
        #expect(feeds(String(repeating: "<a href='/rss'>", count: 50_000)).count == 1)
    }

    @Test(arguments: [
        "<link rel=alternate href=/feed/>", "<link rel=alternate href=/index.xml>",
        "<link rel=alternate href='/x' title='RSS-Feed'>", "<link rel=alternate href='/?feed=rss2'>",
        "<a rel=alternate href='/atom.xml'>x</a>",
        "<link rel=alternate href='https://feeds.feedburner.com/x'>",
    ])
    func `an alternate without a type is a feed if its address or title says so`(_ link: String) {
        #expect(feeds(link).map(\.origin) == [.link])
    }

    @Test(arguments: [
        "<link rel=alternate href=/print>", "<link rel=alternate href=/de/ hreflang=de>",
        "<link rel=alternate href='android-app://x/feed'>",
        "<link rel=alternate href=/feedback title=Atomic>",
        "<link rel=alternate type='application/rss+xml' href>",
        "<link rel=alternate type='application/rss+xml' title='x' href=''>",
    ])
    func `other alternates, and those without an address, are no feeds`(_ link: String) {
        #expect(feeds(link).isEmpty)
    }

    @Test func `the feed of a post's comments is not that of the site`() {
        let post = "https://a.example/post/"
        let link = "<link rel=alternate type=application/rss+xml href="
        let body = "<body class='post-template single single-post'>"
        #expect(feeds(link + "/post/feed/>" + body, at: post).map(\.isOfComments) == [true])
        #expect(feeds(link + "/post/feed/>", at: post).map(\.isOfComments) == [false])
        for comments in ["https://x.disqus.com/p/latest.rss", "/?feed=comments-rss2", "/comments/feed/"] {
            let both = link + "'\(comments)'>" + link + "/feed/>"
            #expect(urls(both, at: post).first == "https://a.example/feed/")
        }
    }
}
