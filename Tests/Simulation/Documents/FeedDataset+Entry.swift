import Records

nonisolated extension FeedDataset.Entry {
    /// Gives the entry new texts; mostly only some.
    mutating func rewrite(_ chance: inout Chance) {
        let share = title.isEmpty || chance.isTrue(0.3) ? 1 : 0.4
        if share == 1 || chance.isTrue(share) { title = Self.title(&chance) }
        if chance.isTrue(share) { author = chance.pick([nil, "Ann B", "José Ñandú", "Łucja O'Neil"]) }
        if chance.isTrue(share) {
            tags = chance.pick([[], ["news"], ["A&E", "東京"], ["\"x\"", "a, b", "y"]])
        }
        guard chance.isTrue(share) else { return }
        paragraphs = []
        for _ in 0..<chance.below(4) { paragraphs.append(Vocabulary.text(.unicode, &chance)) }
    }

    private static func title(_ chance: inout Chance) -> String {
        let text = Vocabulary.text(.unicode, &chance)
        return text + chance.pick(["", "", "", ": 5 < 6 & 7 > 2", " \"quoted\" 'so'", " ]]"])
    }

    /// The data of the record.
    var data: JSON {
        .members([
            "id": .string(id), "link": link.map(JSON.string), "title": .string(title),
            "author": author.map(JSON.string), "published": .string(published.description),
            "updated": updated.map { .string($0.description) },
            "tags": tags.isEmpty ? nil : .array(tags.map(JSON.string)),
            "content": paragraphs.isEmpty ? nil : .string(html),
            "text": paragraphs.isEmpty ? nil : .string(paragraphs.joined(separator: "\n")),
        ])
    }

    /// The content as HTML.
    var html: String { paragraphs.map { "<p>" + $0.escapedForHTML + "</p>" }.joined() }

    /// Returns the entry as an item of JSON Feed.
    ///
    /// - Parameter isFirst: Whether the version is 1, with a single author.
    /// - Returns: The item.
    func item(isFirst: Bool) -> JSON {
        let person: JSON? = author.map { ["name": .string($0)] }
        return .members([
            "id": .string(id), "url": link.map(JSON.string), "title": .string(title),
            "author": isFirst ? person : nil, "authors": isFirst ? nil : person.map { .array([$0]) },
            "date_published": .string(published.description),
            "date_modified": updated.map { .string($0.description) },
            "tags": tags.isEmpty ? nil : .array(tags.map(JSON.string)),
            "content_html": paragraphs.isEmpty ? nil : .string(html), "_note": ["unknown": true],
        ])
    }
}

nonisolated extension String {
    /// The text with the characters escaped that markup gives a meaning.
    var escapedForHTML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
