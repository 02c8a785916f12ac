public import AlmanacValues
import Records

/// Records by distance, nearest first.
public struct Neighbors: Showable {
    private let neighbors: [Neighbor]
    private let isWhole: Bool

    /// Makes a list of neighbours; `isWhole` says whether all sources that were searched are current.
    public init(_ neighbors: [Neighbor], isWhole: Bool = true) {
        self.neighbors = neighbors
        self.isWhole = isWhole
    }

    /// Returns the list: distance, direction, title, and the command that shows the record.
    public func lines(on paper: Paper) -> [Line] {
        guard !neighbors.isEmpty else { return [isWhole ? "nothing near" : "nothing near in what is known"] }
        let columns = [
            Column("DISTANCE", isNumber: true), Column("TO"), Column("NAME"), Column("RECORD", rank: 1),
        ]
        let rows = neighbors.map { neighbor in
            Table.Row([
                Line(paper.distanceUnit.text(neighbor.metres)),
                Line(neighbor.metres < 1 ? "" : compassPoint(neighbor.bearing)),
                Line(neighbor.item.name, .strong), Line("\(neighbor.item.source)/\(neighbor.item.key)"),
            ])
        }
        return Table(columns, rows: rows).lines(on: paper)
    }
}
