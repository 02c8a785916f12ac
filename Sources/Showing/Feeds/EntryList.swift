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
