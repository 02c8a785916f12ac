import Records

/// A writer of RSS 2.0 and Atom 1.0.
nonisolated struct FeedMarkup {
    private let isAtom: Bool
    private let encoding: Encoding
    private let declaration: String
    private let lineEnd: String
    /// The share of texts in CDATA sections.
    private let sections: Double
    /// The share of characters that are written as references without need.
    private let references: Double

    /// Chooses the form of a document.
    init(isAtom: Bool, _ style: inout Chance) {
        self.isAtom = isAtom
        encoding = style.pick(Encoding.unicode + [.windows1252, .windows1252])
        lineEnd = style.pick(["\n", "\r\n", "\n    ", ""])
        sections = style.pick([0, 0.5, 1])
        references = style.pick([0, 0, 0.05])
        declaration = FeedMarkup.declaration(encoding, &style)
    }

    private static func declaration(_ encoding: Encoding, _ style: inout Chance) -> String {
        switch encoding {
        case .utf8, .utf8WithMark:
            style.pick(["", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='UTF-8'?>"])
        case .utf16LittleEndian, .utf16BigEndian: "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"
        case .windows1252: "<?xml version=\"1.0\" encoding=\"windows-1252\" standalone=\"yes\"?>"
        }
    }

    /// Returns a document with some entries.
    func document(_ entries: [FeedDataset.Entry], _ style: inout Chance) -> [UInt8] {
        var parts = declaration.isEmpty ? [] : [declaration]
        parts += isAtom ? atomHead : rssHead
        for entry in entries { parts += isAtom ? atom(entry, &style) : rss(entry, &style) }
        parts += isAtom ? ["</feed>"] : ["</channel>", "</rss>"]
        return encoding.bytes(parts.joined(separator: lineEnd) + lineEnd)
    }

    private var atomHead: [String] {
        [
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:x=\"urn:example:x\">", "<title>News</title>",
            "<id>urn:example:news</id>", "<!-- entries -->",
        ]
    }

    private var rssHead: [String] {
        [
            "<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"",
            " xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:a=\"http://www.w3.org/2005/Atom\"",
            " xmlns:x=\"urn:example:x\">", "<channel>", "<title>News</title>",
            "<link>https://news.example/</link>", "<description>All of it</description>",
        ]
    }

    private func atom(_ entry: FeedDataset.Entry, _ style: inout Chance) -> [String] {
        var parts = ["<entry>", element("title", entry.title, &style), element("id", entry.id, &style)]
        if let link = entry.link { parts.append("<link rel='alternate' href=\"\(link)\"/>") }
        parts.append(element("published", time(entry.published, &style), &style))
        if let updated = entry.updated { parts.append(element("updated", time(updated, &style), &style)) }
        if let author = entry.author { parts.append("<author>\(element("name", author, &style))</author>") }
        for tag in entry.tags { parts.append("<category term=\"\(escaped(tag, &style))\"/>") }
        if !entry.paragraphs.isEmpty {
            parts.append(element("content", entry.html, attributes: " type=\"html\"", &style))
        }
        parts.append("<x:note>unknown</x:note>")
        return parts + ["</entry>"]
    }

    private func rss(_ entry: FeedDataset.Entry, _ style: inout Chance) -> [String] {
        let isAddress = entry.id == entry.link
        var parts = ["<item>", element("title", entry.title, &style)]
        if let link = entry.link { parts.append(element("link", link, &style)) }
        parts.append(element("guid", entry.id, attributes: isAddress ? "" : " isPermaLink=\"false\"", &style))
        parts.append(element("pubDate", mailDate(entry.published, &style), &style))
        if let updated = entry.updated { parts.append(element("a:updated", time(updated, &style), &style)) }
        if let author = entry.author { parts.append(element("dc:creator", author, &style)) }
        for tag in entry.tags { parts.append(element("category", tag, &style)) }
        if !entry.paragraphs.isEmpty { parts.append(element("content:encoded", entry.html, &style)) }
        parts.append("<x:note>unknown</x:note>")
        return parts + ["</item>"]
    }

    private func time(_ moment: UTC, _ style: inout Chance) -> String {
        let local = String((moment + .seconds(7200)).description.dropLast())
        return style.pick([moment.description, local + "+02:00", local + ".250+02:00"])
    }

    private func mailDate(_ moment: UTC, _ style: inout Chance) -> String {
        let local = String((moment - .seconds(18_000)).httpDate.dropLast(3))
        let texts = [moment.httpDate, local + "-0500", local + "EST", String(moment.httpDate.dropFirst(5))]
        return style.pick(texts)
    }

    private func element(
        _ name: String, _ text: String, attributes: String = "", _ style: inout Chance
    ) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { encoding.contains($0) } && !text.hasSuffix("]]")
        let isSection = style.isTrue(sections) && isPlain
        return "<\(name)\(attributes)>\(isSection ? "<![CDATA[\(text)]]>" : escaped(text, &style))</\(name)>"
    }

    private func escaped(_ text: String, _ style: inout Chance) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += style.pick(["&amp;", "&#38;"])
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where !encoding.contains(scalar) || style.isTrue(references):
                result += style.pick(["&#\(scalar.value);", "&#x\(String(scalar.value, radix: 16));"])
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
