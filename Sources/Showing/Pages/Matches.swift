import Records

/// Records that were found, the best first.
public struct Matches: Showable {
    private let items: [Item]

    /// Makes a list of records.
    public init(_ items: [Item]) { self.items = items }

    /// The list: what each is called, and how to show it.
    public func lines(on paper: Paper) -> [Line] {
        guard !items.isEmpty else { return ["nothing found"] }
        let rows = items.map { Table.Row([Line($0.name, .strong), Line("\($0.source)/\($0.key)")]) }
        return Table([Column("NAME"), Column("RECORD")], rows).lines(on: paper)
    }
}
