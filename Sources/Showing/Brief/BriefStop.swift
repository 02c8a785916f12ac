import AlmanacValues
public import Records

/// An airport of a briefing.
public struct BriefStop: Hashable, Sendable {
    /// The identifier, such as `KPWM`.
    public let identifier: String
    /// The name of the airport; `nil` if it is not known.
    public let name: String?
    /// The position; `nil` if it is not known.
    public private(set) var position: Position?
    /// The runways; empty if they are not known.
    public let runways: [Runway]

    /// Makes an airport; without the table of stations, its name and position are not known.
    public init(_ identifier: String, in stations: StationTable, runways: RunwayTable) {
        let station = stations[identifier]
        self.identifier = identifier
        name = station?.title.placeName
        position = station?.position
        self.runways = runways[identifier]
    }

    /// Returns the airport with the position that one of its own records states, if the table has none.
    ///
    /// - Parameter items: Reports and forecasts; `nil` if they could not be asked for.
    /// - Returns: The airport, whose position may still be unknown.
    func located(by items: [Item]?) -> BriefStop {
        guard position == nil else { return self }
        var stop = self
        let own = (items ?? []).lazy.filter { $0.key.hasBytes(of: identifier) }
        stop.position = own.compactMap { $0.position(nil) }.first
        return stop
    }
}
