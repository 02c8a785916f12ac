import Records

/// Places, the best first.
public struct PlaceList: Showable {
    private let places: [Place]

    /// Makes a list of places.
    public init(_ places: [Place]) { self.places = places }

    /// The list: what each is called, where it is, and how to ask for it again.
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
        return Table(columns, rows).lines(on: paper)
    }
}
