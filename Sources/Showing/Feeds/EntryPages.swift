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
        let rows = items.newestFirst(at: paper.now).map { item in
            Table.Row([
                Line(item.published.map { paper.when($0) } ?? ""), Line(item.name),
                Line(hasRoom ? item.data["author"]?.string ?? "" : ""),
            ])
        }
        return Table(columns, rows: rows).lines(on: paper)
    }
}

extension [Item] {
    /// Returns entries of feeds, the newest first; those of one time keep their order.
    package func newestFirst(at now: UTC) -> [Item] {
        map { (item: $0, at: $0.listed(at: now)?.microseconds ?? .min) }.enumerated()
            .sorted { ($1.element.at, $0.offset) < ($0.element.at, $1.offset) }
            .map(\.element.item)
    }
}

extension Item {
    /// The time at which a feed entry was published, or else changed; `nil` if it states neither.
    package var published: UTC? {
        (data["published"] ?? data["updated"] ?? data["created"])?.utc
    }

    /// The time by which lists sort a feed entry: that of publication, unless it is not known or in the
    /// future; then that at which the entry was first received, as far as it is known.
    package func listed(at now: UTC) -> UTC? {
        if let published, published <= now { return published }
        return data["received"]?.utc ?? at
    }
}

/// An entry of a feed for reading: its title, its facts, its text in paragraphs.
public struct EntryPage: Showable {
    private let item: Item

    /// Makes the page of a feed entry.
    public init(_ item: Item) { self.item = item }

    /// Returns the page; lines of text have a readable length.
    public func lines(on paper: Paper) -> [Line] {
        // The first words of the text, which follows, need not stand twice.
        let title = item.isNamedByText ? [] : Line(item.name, .strong).wrapped(to: paper.width)
        return title + fields(on: paper).lines(on: paper) + EntryLines(item.entryMarkup).lines(on: paper)
    }

    /// Returns the facts about the entry.
    package func fields(on paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Published", item.published.map { Line(paper.moment($0)) })
        fields.add("Received", item.data["received"]?.utc.map { Line(paper.moment($0)) })
        fields.add("Author", item.data["author"]?.string.map { Line($0) })
        fields.add("Episode", episode)
        fields.add("Length", item.data["duration"]?.double.map { Line(playingTime($0)) })
        fields.add("With", Line(list("persons").compactMap(person).joined(separator: ", ")))
        fields.add("Link", item.data["link"]?.string.map { Line($0.withoutBlanks) })
        fields.add("Tags", item.data["tags"].map { Line($0.shown) })
        fields.add("Files", lines: list("enclosures").compactMap(EntryFile.init).flatMap(\.lines))
        fields.add("Chapters", lines: chapters)
        fields.add("Transcript", lines: list("transcripts").compactMap(EntryFile.init).flatMap(\.lines))
        fields.add("Unreadable", item.data["reported"].map { Line($0.shown) })
        return fields
    }

    private func list(_ name: String) -> [JSON] { item.data[name]?.array ?? [] }

    /// The file with the chapters, then their starts and titles.
    private var chapters: [Line] {
        let chapters = item.data["chapters"]
        let entries = (chapters?["entries"]?.array ?? []).map { entry in
            let start = entry["start"]?.double.map(clock) ?? ""
            return Line(start, .faint) + Line("  ") + Line(entry["title"]?.string ?? "")
        }
        return (chapters.flatMap(EntryFile.init)?.lines ?? []) + entries.map(\.withoutBlanksAtTheEnd)
    }

    /// The number of the episode, its season and its kind; `nil` if the feed states none.
    private var episode: Line? {
        let season = item.data["season"].map { "season \($0.shown)" }
        let name = item.data["seasonName"]?.string.map { season == nil ? "season \($0)" : "(\($0))" }
        let seasons = [season, name].compactMap(\.self).joined(separator: " ")
        let type = item.data["episodeType"]?.string.flatMap { $0 == "full" ? nil : $0 }
        let parts = [item.data["episode"].map(\.shown), seasons.isEmpty ? nil : seasons, type]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? nil : Line(known.joined(separator: ", "))
    }

    private func person(_ person: JSON) -> String? {
        guard let name = person["name"]?.string else { return nil }
        return person["role"]?.string.map { "\(name) (\($0))" } ?? name
    }
}
