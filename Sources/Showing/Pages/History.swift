import Records

/// What a source or a record was, the newest first.
public struct History: Showable {
    private let items: [Item]
    private let name: String

    /// Makes a list of what GetHistory answered of a source or a record.
    public init(of name: String, _ items: [Item]) { (self.name, self.items) = (name, items) }

    /// The list: when, what, and for a report its raw text.
    public func lines(on paper: Paper) -> [Line] {
        guard !items.isEmpty else {
            return Line("nothing is kept of \(name), or nothing of that time").wrapped(to: paper.width)
        }
        let rows = items.map { item in
            Table.Row([
                Line(item.at.map { paper.zone.when($0, from: paper.now) } ?? ""), Line(item.name, .strong),
                summary(item),
            ])
        }
        return Table([Column("WHEN"), Column("RECORD"), Column("DATA")], rows).lines(on: paper)
    }

    private func summary(_ item: Item) -> Line {
        guard let raw = item.data["raw"]?.string else { return Line(item.data.shown) }
        let rules = item.data["flightRules"]?.string.flatMap(FlightRules.init)?.line ?? Line()
        return [rules, Line(raw)].joined(by: " ")
    }
}
