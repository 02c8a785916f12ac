public import AlmanacValues
import Records

/// The records that a search found, best match first.
public struct Matches: Showable {
    private let items: [Item]
    private let isWhole: Bool

    /// Makes a list of records; `isWhole` says whether all sources that were searched are current.
    public init(_ items: [Item], isWhole: Bool = true) {
        self.items = items
        self.isWhole = isWhole
    }

    /// Returns the list: each title, and the command that shows it.
    public func lines(on paper: Paper) -> [Line] {
        guard !items.isEmpty else { return [isWhole ? "nothing found" : "nothing found in what is known"] }
        let rows = items.map { Table.Row([Line($0.name, .strong), Line("\($0.source)/\($0.key)")]) }
        return Table([Column("NAME"), Column("RECORD")], rows: rows).lines(on: paper)
    }
}
