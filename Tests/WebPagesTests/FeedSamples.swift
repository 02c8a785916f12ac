import AlmanacValues
import Records

/// Sources and changes for feeds.
enum FeedSamples {
    static let source = Source(
        Reports.json(
            """
            {"context": {"name": "hospitals", "kind": "csv", "title": "NHS hospitals"}, "runtime":
             {"health": "fresh", "records": 2, "changedUSec": 1795183200000000, "fetchedUSec": 1795190000000000}}
            """))!

    static let news = Source(
        Reports.json(
            #"{"context": {"name": "news", "kind": "feed"}, "runtime": {"health": "fresh", "records": 1}}"#))!

    /// Makes a change, one minute later for each number.
    static func event(_ kind: String, _ number: Int, source: String, _ members: JSON) -> Event {
        var json: JSON = [
            "event": .string(kind), "cursor": .string("2fc21db152d964fe.\(number)"),
            "source": .string(source), "key": "7",
            "realtimeUSec": .int(1_795_183_200_000_000 + number * 60_000_000),
        ]
        for member in members.object ?? [] { json = json.with(member.name, member.value) }
        return Event(json)!
    }

    static let added = event(
        "added", 1, source: "hospitals",
        ["title": "Milford Hospital", "data": ["Phone": "01483 782500", "City": "Godalming & <Milford>"]])

    static let changed = event(
        "changed", 2, source: "hospitals",
        [
            "title": "Milford Hospital", "data": ["Phone": "01483 11", "City": "Godalming"],
            "patch": ["Phone": "01483 11", "Fax": .null], "previous": ["Phone": "01483 782500", "Fax": "1"],
        ])

    static let removed = event("removed", 3, source: "hospitals", [:])

    static let entry = event(
        "added", 4, source: "news",
        [
            "title": "New vane",
            "data": [
                "title": "New vane", "author": "Ada", "published": "2026-11-12T15:05:00Z",
                "link": "https://almanac.example/vane?a=1&b=2", "text": "One.\nTwo.",
            ],
        ])

    /// The name of the feed of `source`.
    static let name = "urn:uuid:7acb52f8-159f-8aa4-9316-7b16bcde37d8"

    /// The feed of a removal, a change and an addition, newest first.
    static let golden = """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">\
        <id>urn:uuid:7acb52f8-159f-8aa4-9316-7b16bcde37d8</id><title>NHS hospitals</title>\
        <subtitle>Changes of hospitals, newest first</subtitle><updated>2026-11-20T14:03:00Z</updated>\
        <author><name>NHS hospitals</name></author>\
        <generator version="\(Version.text)">almanac</generator>\
        <link rel="self" type="application/atom+xml" href="http://localhost:1034/feed/hospitals.atom"></link>\
        <link rel="alternate" type="text/html" href="http://localhost:1034/data/hospitals"></link>
        <entry><id>urn:uuid:89bf2160-4303-8d2c-9ab8-aa03e37d57a5</id>\
        <title>Milford Hospital removed</title><updated>2026-11-20T14:03:00Z</updated>\
        <published>2026-11-20T14:03:00Z</published>\
        <link rel="alternate" type="text/html" href="http://localhost:1034/data/hospitals"></link>\
        <content type="html">&lt;p&gt;The record is no longer in hospitals.&lt;/p&gt;</content></entry>
        <entry><id>urn:uuid:8f19e30c-09dc-8872-a38d-5ea57df9341f</id>\
        <title>Milford Hospital: Phone 01483 782500 → 01483 11, Fax gone (was 1)</title>\
        <updated>2026-11-20T14:02:00Z</updated><published>2026-11-20T14:02:00Z</published>\
        <link rel="alternate" type="text/html" href="http://localhost:1034/data/hospitals/7"></link>\
        <content type="html">&lt;ul&gt;&lt;li&gt;Phone 01483 782500 → 01483 11&lt;/li&gt;\
        &lt;li&gt;Fax gone (was 1)&lt;/li&gt;&lt;/ul&gt;&lt;dl&gt;&lt;dt&gt;Phone&lt;/dt&gt;\
        &lt;dd&gt;01483 11&lt;/dd&gt;&lt;dt&gt;City&lt;/dt&gt;&lt;dd&gt;Godalming&lt;/dd&gt;&lt;/dl&gt;\
        </content></entry>
        <entry><id>urn:uuid:b4c826a7-837a-83d5-a0dd-477b362fc3e9</id>\
        <title>Milford Hospital added</title><updated>2026-11-20T14:01:00Z</updated>\
        <published>2026-11-20T14:01:00Z</published>\
        <link rel="alternate" type="text/html" href="http://localhost:1034/data/hospitals/7"></link>\
        <content type="html">&lt;dl&gt;&lt;dt&gt;Phone&lt;/dt&gt;&lt;dd&gt;01483 782500&lt;/dd&gt;\
        &lt;dt&gt;City&lt;/dt&gt;&lt;dd&gt;Godalming &amp;amp; &amp;lt;Milford&amp;gt;&lt;/dd&gt;&lt;/dl&gt;\
        </content></entry></feed>

        """

    /// The document after its first line.
    static func withoutDeclaration(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.drop { $0 != .newline }.dropFirst())
    }

    /// Whether a document may contain a character, which must also not change the direction of text.
    ///
    /// Source: Extensible Markup Language 1.0, 2.2 (Char).
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: true
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
