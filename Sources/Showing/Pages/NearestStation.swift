public import Records

/// The remark that a page is about the station nearest to a position.
public struct NearestStation: Showable {
    private let station: String
    private let metres: Double
    private let bearing: Double
    private let text: String

    /// Makes the remark.
    ///
    /// - Parameters:
    ///   - station: The identifier of the station.
    ///   - place: Its position.
    ///   - position: The position that the user gave.
    ///   - text: The position as the user gave it.
    public init(_ station: String, place: Position, to position: Position, as text: String) {
        self.station = station
        self.text = text
        metres = position.distance(to: place)
        bearing = position.bearing(to: place)
    }

    /// Returns one line: `nearest station to 43.6,-70.3: KPWM, 3 NM N`.
    public func lines(on paper: Paper) -> [Line] {
        let far = paper.distanceUnit.text(metres)
        let place = metres < 1 ? "" : ", \(far) \(compassPoint(bearing))"
        return Line("nearest station to \(text): \(station)\(place)").wrapped(to: paper.width)
    }
}
