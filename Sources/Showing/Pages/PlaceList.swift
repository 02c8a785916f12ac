public import AlmanacValues
import Records

/// Places, best match first.
public struct PlaceList: Showable {
    private let places: [Place]

    /// Makes a list of places.
    public init(_ places: [Place]) { self.places = places }

    /// Returns the list: name, location, and the command that shows the place again.
    public func lines(on paper: Paper) -> [Line] {
        guard !places.isEmpty else { return ["no such place"] }
        let columns = [
            Column("NAME"), Column("WHERE", rank: 2), Column("POSITION"), Column("IDENTIFIER", rank: 1),
        ]
        let rows = places.map { place in
            Table.Row([
                Line(place.name, .strong), Line(place.detail ?? ""), Line(place.position.link),
                Line(place.identifier, .faint),
            ])
        }
        return Table(columns, rows: rows).lines(on: paper)
    }
}
