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

/// Suggestions for a text, best first.
public struct SuggestionList: Showable {
    private let suggestions: [Suggestion]
    private let isWhole: Bool

    /// Makes a list of suggestions; `isWhole` says that none can be missing.
    public init(_ suggestions: [Suggestion], isWhole: Bool = true) {
        self.suggestions = suggestions
        self.isWhole = isWhole
    }

    /// Returns the list: each text, its location, and the command that shows it.
    public func lines(on paper: Paper) -> [Line] {
        guard !suggestions.isEmpty else { return [isWhole ? "no suggestions" : "no known suggestions"] }
        let rows = suggestions.map { suggestion in
            Table.Row([
                Line(suggestion.text, .strong), Line(suggestion.detail ?? ""), Line(suggestion.identifier),
            ])
        }
        return Table([Column("NAME"), Column("WHERE", rank: 1), Column("IDENTIFIER")], rows: rows).lines(
            on: paper)
    }
}

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

/// One place.
public struct PlacePage: Showable {
    private let place: Place

    /// Makes the page of a place.
    public init(_ place: Place) { self.place = place }

    /// Returns the name, the location, and the distance from the user's position.
    public func lines(on paper: Paper) -> [Line] {
        var fields = Fields()
        fields.add("Where", place.detail.map { Line($0) })
        let away = paper.here.map { ", \(paper.distanceUnit.text($0.distance(to: place.position))) away" }
        fields.add("Place", Line(place.position.link) + Line(away ?? ""))
        fields.add("Identifier", Line(place.identifier, .faint))
        return Line(place.name, .strong).wrapped(to: paper.width) + fields.lines(on: paper)
    }
}
