/// The meaning of an element of a feed, independent of its format.
enum FeedTag: Sendable {
    case feed
    case entry
    case title
    /// A title that counts if there is no other.
    case otherTitle
    case link
    case id
    case description
    case summary
    /// A summary or description of another vocabulary, which counts if the format's own is missing.
    case otherSummary
    /// The description of a media object, which counts if the entry has no other text.
    case mediaText
    case content
    case body
    case subtitle
    case published
    case updated
    case created
    case author
    case personName
    case personEmail
    case category
    case keywords
    case enclosure
    case image
    case comments
    case language
    case rights
    case minutes
    case updatePeriod
    case updateFrequency
    /// A list of hours or days without fetches.
    case quiet
    case quietHour
    case quietDay
    case point
    case latitude
    case longitude
    case duration
    case episode
    case season
    case episodeType
    case chapters
    /// The start of a chapter, in the feed itself.
    case chapterMark
    case transcript
    /// Someone who takes part in an episode.
    case person
    /// Another form of the enclosure, whose address is in an element of its own.
    case alternateEnclosure
    case alternateSource
    /// The identifier of a podcast, whatever its address.
    case podcastID
    /// An element whose own content is ignored, but not that of its children.
    case other
    /// An element of another vocabulary that has no meaning here: within an entry, the feed's own elements in it
    /// are about something else. Source: RFC 4287 §6.4.2; RSS 2.0, "Extending RSS".
    case extensionElement
    /// An element about something else: an image, a text field, a publisher, the source of an entry.
    case foreign

    /// Whether the element holds text that may contain markup.
    var isText: Bool {
        switch self {
        case .title, .otherTitle, .description, .summary, .otherSummary, .mediaText, .content, .body,
            .subtitle,
            .rights:
            true
        default: false
        }
    }
}

/// The names of elements in all formats of feeds.
enum FeedNames {
    /// Returns the tag of an element.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - own: The namespaces of the feed itself, beside the known ones.
    /// - Returns: The tag.
    static func tag(_ name: XMLName, own: Set<String>) -> FeedTag {
        let local = unsafe String(cString: name.local).lowercased()
        let prefix = prefix(name)
        if prefix == "xhtml" { return local == "body" ? .body : .other }
        guard prefix.isEmpty else { return tags[prefix + ":" + local] ?? .extensionElement }
        let isForeign = foreignNamespace(name).map { !own.contains($0) } ?? false
        return isForeign ? .extensionElement : tags[local] ?? .other
    }

    /// Whether an element is in the vocabulary of feeds, by its namespace or else its prefix.
    static func isOwn(_ name: XMLName) -> Bool { prefix(name).isEmpty }

    /// Whether an element without a prefix has the name of a feed or an entry.
    static func isContainer(_ name: XMLName) -> Bool {
        let tag = unsafe tags[String(cString: name.local).lowercased()]
        return tag == .feed || tag == .entry
    }

    /// Returns the usual prefix of an element's namespace; its own prefix if the namespace is unknown.
    static func prefix(_ name: XMLName) -> String {
        if let known = unsafe name.namespace.flatMap({ unsafe prefixes[plain($0)] }) { return known }
        let own = unsafe name.prefix.map { unsafe String(cString: $0).lowercased() } ?? ""
        return own == "atom" || own == "rss" ? "" : own
    }

    /// Returns the unknown namespace of an element without a prefix; `nil` for any other.
    static func foreignNamespace(_ name: XMLName) -> String? {
        guard unsafe name.prefix == nil, let namespace = unsafe name.namespace else { return nil }
        let address = unsafe plain(namespace)
        return prefixes[address] == nil ? address : nil
    }

    private static func plain(_ namespace: UnsafePointer<UInt8>) -> String {
        let address = unsafe String(cString: namespace).lowercased()
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// The usual prefixes of vocabularies that feeds use.
    static let usualPrefixes = Set(prefixes.values)

    /// The usual prefixes by namespace, in lower case without a final slash; empty for the namespaces of the
    /// formats themselves.
    private static let prefixes: [String: String] = [
        "http://www.w3.org/2005/atom": "", "http://purl.org/atom/ns#": "", "http://purl.org/rss/1.0": "",
        "http://example.com/newformat#": "", "http://example.com/necho": "", "http://purl.org/echo": "",
        "uri/of/echo/namespace#": "", "http://purl.org/pie": "",
        "http://purl.org/net/rss1.1#": "", "http://backend.userland.com/rss": "",
        "http://backend.userland.com/rss2": "", "http://blogs.law.harvard.edu/tech/rss": "",
        "http://backend.userland.com/blogchannelmodule": "blogchannel",
        "http://my.netscape.com/rdf/simple/0.9": "", "http://channel.netscape.com/rdf/simple/0.9": "",
        "http://my.netscape.com/publish/formats/rss-0.91.dtd": "",
        "http://purl.org/dc/elements/1.1": "dc", "http://purl.org/dc/terms": "dcterms",
        "http://purl.org/rss/1.0/modules/content": "content",
        "http://purl.org/rss/1.0/modules/syndication": "sy",
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://example.com/dtds/podcast-1.0.dtd": "itunes",
        "http://search.yahoo.com/mrss": "media", "http://tools.search.yahoo.com/mrss": "media",
        "http://www.google.com/schemas/play-podcasts/1.0": "googleplay",
        "https://podcastindex.org/namespace/1.0": "podcast",
        "http://podcastindex.org/namespace/1.0": "podcast", "http://podlove.org/simple-chapters": "psc",
        "https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
        "http://www.w3.org/1999/xhtml": "xhtml", "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
        "http://www.georss.org/georss": "georss", "http://www.w3.org/2003/01/geo/wgs84_pos#": "geo",
        "http://www.w3.org/2000/svg": "svg", "http://www.w3.org/1998/math/mathml": "math",
    ]

    private static let tags: [String: FeedTag] = [
        "rss": .feed, "feed": .feed, "channel": .feed, "rdf:rdf": .feed, "rdf": .feed,
        "item": .entry, "entry": .entry,
        "title": .title, "dc:title": .otherTitle, "media:title": .otherTitle, "itunes:title": .otherTitle,
        "link": .link, "guid": .id, "id": .id,
        "description": .description, "abstract": .description, "dc:description": .otherSummary,
        "media:description": .mediaText, "summary": .summary, "itunes:summary": .otherSummary,
        "content": .content, "content:encoded": .content, "fullitem": .content, "body": .body,
        "subtitle": .subtitle, "tagline": .subtitle, "itunes:subtitle": .subtitle,
        "pubdate": .published, "published": .published, "issued": .published, "dcterms:issued": .published,
        "updated": .updated, "modified": .updated, "lastbuilddate": .updated, "dc:date": .updated,
        "dcterms:modified": .updated, "created": .created, "dcterms:created": .created,
        "author": .author, "dc:creator": .author, "dc:author": .author, "itunes:author": .author,
        "managingeditor": .author, "name": .personName, "email": .personEmail,
        "category": .category, "dc:subject": .category, "keywords": .keywords, "itunes:category": .category,
        "media:category": .category, "itunes:keywords": .keywords,
        "media:keywords": .keywords,
        "enclosure": .enclosure, "media:content": .enclosure, "media:thumbnail": .image,
        "itunes:image": .image, "itunes:link": .image,
        "comments": .comments, "language": .language, "dc:language": .language,
        "rights": .rights, "copyright": .rights, "dc:rights": .rights,
        "skiphours": .quiet, "skipdays": .quiet, "hour": .quietHour, "day": .quietDay,
        "ttl": .minutes, "sy:updateperiod": .updatePeriod, "sy:updatefrequency": .updateFrequency,
        "georss:point": .point, "geo:lat": .latitude, "geo:long": .longitude,
        "itunes:duration": .duration, "itunes:episode": .episode, "podcast:episode": .episode,
        "itunes:season": .season, "podcast:season": .season, "itunes:episodetype": .episodeType,
        "podcast:chapters": .chapters, "psc:chapter": .chapterMark,
        "podcast:transcript": .transcript, "podcast:person": .person,
        "podcast:alternateenclosure": .alternateEnclosure, "podcast:source": .alternateSource,
        "podcast:guid": .podcastID, "googleplay:author": .author, "googleplay:description": .otherSummary,
        "googleplay:image": .image,
        "image": .foreign, "textinput": .foreign, "source": .foreign, "contributor": .foreign,
        "dc:contributor": .foreign, "itunes:owner": .foreign, "webmaster": .foreign, "dc:publisher": .foreign,
        "cloud": .foreign,
    ]
}
