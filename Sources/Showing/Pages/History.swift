public import AlmanacValues
import Records

/// Earlier versions of a source or a record, newest first.
public struct History: Showable {
    private let items: [Item]
    private let name: String

    /// Makes a list from the answer of GetHistory for a source or a record.
    public init(of name: String, _ items: [Item]) {
        self.name = name
        self.items = items
    }

    /// Returns the list: time and content; for a report, its raw text.
    public func lines(on paper: Paper) -> [Line] {
        guard !items.isEmpty else {
            return Line("no versions of \(name) are stored, or none from that time").wrapped(to: paper.width)
        }
        let rows = items.map { item in
            Table.Row([
                Line(item.at.map { paper.zone.when($0, from: paper.now) } ?? ""), Line(item.name, .strong),
                summary(item),
            ])
        }
        return Table([Column("WHEN"), Column("RECORD"), Column("DATA")], rows: rows).lines(on: paper)
    }

    private func summary(_ item: Item) -> Line {
        guard let raw = item.data[.raw]?.string else { return Line(item.data.shown) }
        let rules = item.data[.flightRules]?.string.flatMap(FlightRules.init)?.line ?? Line()
        return [rules, Line(raw)].joined(by: " ")
    }
}
