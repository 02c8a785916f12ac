public import AlmanacValues
package import Records

/// The entries of a feed, newest first.
public struct EntryList: Showable {
    private let items: [Item]

    /// Makes a list of the records of a feed.
    public init(_ items: [Item]) { self.items = items }

    /// Whether records are entries of a feed.
    static func canShow(_ items: [Item], of source: Source) -> Bool {
        source.kind == "feed" && !items.isEmpty
    }

    /// Returns the list: time and title, and the author if there is room.
    public func lines(on paper: Paper) -> [Line] {
        let columns = [Column("WHEN", isWhole: true, rank: 2), Column("TITLE"), Column("AUTHOR", rank: 1)]
        let hasRoom = paper.width >= 100
        let rows = items.newestFirst.map { item in
            Table.Row([
                Line(item.published.map { paper.when($0) } ?? ""), Line(item.name),
                Line(hasRoom ? item.data["author"]?.string ?? "" : ""),
            ])
        }
        return Table(columns, rows: rows).lines(on: paper)
    }
}

extension [Item] {
    /// The feed entries, newest first; those without a time come last.
    package var newestFirst: [Item] {
        map { (item: $0, at: $0.published?.microseconds ?? .min) }.sorted { $0.at > $1.at }.map(\.item)
    }
}

extension Item {
    /// The time at which a feed entry was published, or else changed; `nil` if it states neither.
    package var published: UTC? {
        (data["published"] ?? data["updated"] ?? data["created"])?.utc
    }
}

/// An entry of a feed for reading: its title, its facts, its text in paragraphs.
public struct EntryPage: Showable {
    private let item: Item

    /// Makes the page of a feed entry.
    public init(_ item: Item) { self.item = item }

    /// Returns the page; lines of text have a readable length.
    public func lines(on paper: Paper) -> [Line] {
        Line(item.name, .strong).wrapped(to: paper.width) + fields(on: paper).lines(on: paper) + text(paper)
    }

    /// Returns the facts about the entry.
    package func fields(on paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Published", item.published.map { Line(paper.moment($0)) })
        fields.add("Author", item.data["author"]?.string.map { Line($0) })
        fields.add("Link", item.data["link"]?.string.map { Line($0) })
        fields.add("Tags", item.data["tags"].map { Line($0.shown) })
        let files = (item.data["enclosures"]?.array ?? []).compactMap { $0["url"]?.string }
        fields.add("Files", lines: files.map { Line($0) })
        return fields
    }

    private func text(_ paper: Paper) -> [Line] {
        let text = item.data["text"]?.string ?? item.data["summary"]?.string ?? ""
        return text.paragraphs.flatMap { [Line()] + Line($0).wrapped(to: min(paper.width, 88)) }
    }
}
