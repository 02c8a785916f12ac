import Records

/// The links of a web page, read tag by tag; the text of scripts, styles and comments does not count.
struct PageLinks {
    /// A `link` element, a header field `Link`, or an `a` element.
    struct Link {
        /// The reference, with characters resolved, trimmed.
        var reference = ""
        /// The words of `rel`, in lower case.
        var relations: [String] = []
        /// The media type in lower case, without parameters; empty if there is none.
        var type = ""
        /// The title; `nil` if there is none.
        var title: String?
        /// Whether it states a language, as a link to a translation of the page does.
        var statesLanguage = false
    }

    private static let mostLinks = 1_000
    private static let mostAnchors = 10_000

    /// The first `base` with a reference; `nil` if there is none.
    private(set) var base: String?
    /// The `link` elements and links in the text with `rel=alternate` or `rel=feed`.
    private(set) var links: [Link] = []
    /// The other `link` elements and links in the text that state a media type.
    private(set) var typed: [Link] = []
    /// The address that the page sends its reader to, from `<meta http-equiv=refresh>`; `nil` if there is
    /// none.
    private(set) var refresh: String?
    /// The links in the text.
    private(set) var anchors: [Link] = []
    /// Whether the page says that it is an article.
    private(set) var isArticle = false
    /// Whether the page is a post, by what WordPress writes into it.
    private(set) var isPost = false
    /// The names and contents of the `meta` elements and `itemprop` attributes, in lower case.
    private(set) var metadata: [(name: String, content: String)] = []

    init(_ text: [UInt8]) {
        let bytes = text.span
        var search = TagSearch()
        var attributes: [HTMLTag.Attribute] = []
        var at = 0
        while at < bytes.count {
            guard bytes[unchecked: at] == .lessThan else {
                at += 1
                continue
            }
            if let end = search.commentEnd(bytes, at: at) {
                at = max(end, at + 1)
            } else if let tag = search.tag(bytes, at: at, attributes: &attributes) {
                at = tag.isEnd ? tag.next : read(tag, attributes, bytes)
            } else {
                at += 1
            }
        }
    }

    /// Reads a tag.
    ///
    /// - Returns: The offset after it or, for an element that contains only text, of its end tag.
    private mutating func read(
        _ tag: HTMLTag, _ attributes: [HTMLTag.Attribute], _ bytes: Span<UInt8>
    ) -> Int {
        guard tag.name.count <= PageTag.longestName else { return tag.next }
        switch PageTag.word(tag.name, in: bytes) {
        case "script": return PageLinks.end(of: "script", bytes, from: tag.next)
        case "style": return PageLinks.end(of: "style", bytes, from: tag.next)
        case "textarea": return PageLinks.end(of: "textarea", bytes, from: tag.next)
        case "base": if base == nil { base = PageTag(attributes, bytes)["href"]?.blanksTrimmed }
        case "link": addLink(PageTag(attributes, bytes))
        case "a": addAnchor(PageTag(attributes, bytes))
        case "meta": readMetadata(PageTag(attributes, bytes))
        case "body": readBody(PageTag(attributes, bytes))
        default: break
        }
        return tag.next
    }

    private mutating func addLink(_ tag: PageTag) {
        guard links.count < PageLinks.mostLinks, let link = tag.link else {
            readMetadata(tag)
            return
        }
        if link.relations.isEmpty { addTyped(link) } else { links.append(link) }
    }

    private mutating func addTyped(_ link: Link) {
        if !link.type.isEmpty, typed.count < PageLinks.mostLinks { typed.append(link) }
    }

    private mutating func addAnchor(_ tag: PageTag) {
        guard anchors.count < PageLinks.mostAnchors, let link = tag.link else { return }
        anchors.append(link)
        let isStated = link.relations.contains("alternate") || link.relations.contains("feed")
        guard isStated else { return addTyped(link) }
        if links.count < PageLinks.mostLinks { links.append(link) }
    }

    /// Reads the classes of the page: WordPress marks the page of a single post by one of them.
    private mutating func readBody(_ tag: PageTag) {
        let classes = (tag["class"] ?? "").split(whereSeparator: \.isWhitespace)
        if classes.contains("single-post") { isPost = true }
    }

    private mutating func readMetadata(_ tag: PageTag) {
        if refresh == nil, tag["http-equiv"]?.lowercased() == "refresh" {
            refresh = tag["content"].flatMap(PageLinks.target)
        }
        guard metadata.count < PageLinks.mostLinks,
            let name = tag["name"] ?? tag["property"] ?? tag["itemprop"], let content = tag["content"]
        else { return }
        metadata.append((name.lowercased(), content))
        if name.lowercased() == "og:type", content.lowercased() == "article" { isArticle = true }
    }

    /// Returns the address in the content of a refresh, such as `0; url=/en/`; `nil` if it has none.
    ///
    /// Source: HTML Living Standard §4.2.5.3 (shared declarative refresh steps).
    private static func target(_ content: String) -> String? {
        var rest = content.drop { $0.isWhitespace || $0.isNumber || $0 == "." }
        guard rest.first == ";" || rest.first == "," else { return nil }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        if rest.prefix(3).lowercased() == "url" {
            let after = rest.dropFirst(3).drop(while: \.isWhitespace)
            if after.first == "=" { rest = after.dropFirst().drop(while: \.isWhitespace) }
        }
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest = rest.dropFirst().prefix { $0 != quote }
        }
        let address = String(rest).blanksTrimmed
        return address.isEmpty ? nil : address
    }

    /// Returns the offset after the end tag of an element that contains only text, or the end of the page.
    private static func end(of name: StaticString, _ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 2 + name.utf8CodeUnitCount <= bytes.count {
            if bytes[unchecked: at] == .lessThan, bytes[unchecked: at + 1] == .slash,
                bytes.begins(withWord: name, at: at + 2)
            {
                return at
            }
            at += 1
        }
        return bytes.count
    }
}
