public import AlmanacValues
import Records

/// The records that a search found, best match first.
public struct Matches: Showable {
    private let items: [Item]

    /// Makes a list of records.
    public init(_ items: [Item]) { self.items = items }

    /// Returns the list: each title, and the command that shows it.
    public func lines(on paper: Paper) -> [Line] {
        guard !items.isEmpty else { return ["nothing found"] }
        let rows = items.map { Table.Row([Line($0.name, .strong), Line("\($0.source)/\($0.key)")]) }
        return Table([Column("NAME"), Column("RECORD")], rows: rows).lines(on: paper)
    }
}
