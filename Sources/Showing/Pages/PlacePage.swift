public import AlmanacValues
import Records

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
