import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The members of podcasts and of attached files.
@Suite struct FeedPodcastTests {
    private func decode(_ text: String) throws -> Decoded {
        let context = DocumentContext(reference: UTC(seconds: 0), url: "http://x/feed")
        return try TestDocument.decode(.feed, "", Array(text.utf8), slice: 50, context: context)
    }

    private func item(_ content: String, of channel: String = "") throws -> JSON? {
        let out = try decode(
            """
            <rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'
            xmlns:podcast='https://podcastindex.org/namespace/1.0' xmlns:media='http://search.yahoo.com/mrss/'>
            <channel>\(channel)<item>\(content)</item></channel></rss>
            """)
        return try out.records.first.map { try JSON(parsing: $0.data) }
    }

    @Test func `an episode has its numbers, files and people`() throws {
        let data = try item(
            """
            <guid>1</guid><itunes:duration>1:02:03</itunes:duration><itunes:episode>7</itunes:episode>
            <podcast:season name='Winter'>2</podcast:season><itunes:episodeType>Bonus</itunes:episodeType>
            <podcast:chapters url='/c.json' type='application/json+chapters'/>
            <podcast:transcript url='/t.vtt' type='text/vtt' language='en'/>
            <podcast:transcript url='/t.srt' type='application/srt'/>
            <podcast:person role='guest' group='cast' href='/jane' img='/jane.png'>Jane
              Doe</podcast:person><podcast:person>John</podcast:person>
            """)
        #expect(data?["duration"] == 3723 && data?["episode"] == 7 && data?["season"] == 2)
        #expect(data?["seasonName"] == "Winter" && data?["episodeType"] == "bonus")
        #expect(data?["chapters"] == ["type": "application/json+chapters", "url": "http://x/c.json"])
        #expect(
            data?["transcripts"] == [
                ["language": "en", "type": "text/vtt", "url": "http://x/t.vtt"],
                ["type": "application/srt", "url": "http://x/t.srt"],
            ])
        #expect(
            data?["persons"] == [
                [
                    "group": "cast", "image": "http://x/jane.png", "name": "Jane Doe", "role": "guest",
                    "url": "http://x/jane",
                ], ["name": "John"],
            ])
    }

    @Test(arguments: [
        ("3723", 3723), ("62:03", 3723), ("01:02:03", 3723), ("1:02:03.5", 3723.5), ("75:00", 4500),
        (":45", 45), ("PT1H2M3S", 3723), ("PT90M", 5400), ("P1DT1H", 90_000), ("1h 2m 3s", 3723),
        ("1 hr 2 min", 3720), ("45 Minutes", 2700), ("45 min.", 2700), ("1 hour, 5 mins", 3900),
        ("12,5", 12.5),
    ])
    func `a length is read as publishers write it`(_ text: String, _ seconds: Double) throws {
        let data = try item("<guid>1</guid><itunes:duration> \(text)\n</itunes:duration>")
        #expect(data?["duration"]?.double == seconds)
    }

    @Test(arguments: ["soon", "1:02:03:04", "-5", "1:xx", "5 apples", "2 m 1 h", "1e9", "PT", "99999999999"])
    func `what is no length is reported`(_ text: String) throws {
        let data = try item("<guid>1</guid><itunes:duration>\(text)</itunes:duration>")
        #expect(data?["duration"] == nil && data?["reported"]?["duration"]?.string == text)
    }

    @Test(arguments: ["0", "00:00", "00:00:00", ""])
    func `a length of 0 is unknown`(_ text: String) throws {
        let data = try item("<guid>1</guid><itunes:duration>\(text)</itunes:duration>")
        #expect(data == ["id": "1"])
    }

    @Test func `a number of an episode that is none is rejected`() throws {
        let out = try decode(
            "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><guid>1</guid>"
                + "<itunes:season>two</itunes:season></item></channel></rss>")
        #expect(out.rejects.map(\.field) == ["season"] && out.rejects.map(\.reason) == ["not a number"])
    }

    @Test func `chapters in the feed itself have their starts`() throws {
        let data = try item(
            """
            <guid>1</guid><psc:chapters xmlns:psc='http://podlove.org/simple-chapters'><psc:chapter start='0' title='A'/>
            <psc:chapter start='00:03:07.500' title='B' href='/b'/><psc:chapter start='x' title='C'/></psc:chapters>
            """)
        #expect(
            data?["chapters"]?["entries"] == [
                ["start": 0, "title": "A"], ["start": 187.5, "title": "B", "url": "http://x/b"],
            ])
    }

    @Test func `the identifier of a podcast is not that of an entry`() throws {
        let guid = "<podcast:guid>show</podcast:guid>"
        #expect(try item("\(guid)<guid>1</guid>\(guid)", of: guid)?["id"] == "1")
    }

    @Test func `a file has its size, kind, length and description`() throws {
        let data = try item(
            """
            <guid>1</guid><enclosure url='/a.mp3' length='0' type='audio/mpeg'/>
            <media:content url='/v.mp4' fileSize='99' medium='video' duration='61'><media:title>V</media:title>
            <media:description>A film</media:description></media:content>
            <podcast:alternateEnclosure type='audio/opus' length='5'><podcast:source uri='/a.opus'/>
            </podcast:alternateEnclosure>
            """)
        #expect(
            data?["enclosures"] == [
                ["type": "audio/mpeg", "url": "http://x/a.mp3"],
                [
                    "description": "A film", "duration": 61, "length": 99, "medium": "video", "title": "V",
                    "url": "http://x/v.mp4",
                ], ["length": 5, "type": "audio/opus", "url": "http://x/a.opus"],
            ])
        #expect(data?["image"] == nil)
    }

    @Test(arguments: ["medium='image'", "type='image/jpeg'"])
    func `the first file that is an image is the picture of an entry without one`(_ kind: String) throws {
        let files = "<enclosure url='/a.mp3'/><media:content url='/i.jpg' \(kind)/>"
        #expect(try item("<guid>1</guid>\(files)")?["image"] == "http://x/i.jpg")
        let own = "<media:thumbnail url='/own.png'/>"
        #expect(try item("<guid>1</guid>\(files)\(own)")?["image"] == "http://x/own.png")
    }

    @Test func `an attachment of JSON Feed has its title, size and length`() throws {
        let out = try decode(
            #"""
            {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "attachments": [{"url": "/a.mp3",
            "mime_type": "audio/mpeg", "size_in_bytes": 12.0, "duration_in_seconds": 61.5, "title": "A"},
            {"url": "/i.png", "mime_type": "image/png", "size_in_bytes": 0, "duration_in_seconds": 0}]}]}
            """#)
        let data = try JSON(parsing: try #require(out.records.first).data)
        #expect(data["image"] == "http://x/i.png" && out.records.first?.title == "A")
        #expect(
            data["enclosures"]?.array?.first == [
                "duration": 61.5, "length": 12, "title": "A", "type": "audio/mpeg", "url": "http://x/a.mp3",
            ])
        #expect(data["enclosures"]?.array?.last == ["type": "image/png", "url": "http://x/i.png"])
    }
}
