public import Records

/// An airport of a briefing.
public struct BriefStop: Hashable, Sendable {
    /// The identifier, such as `KPWM`.
    public let identifier: String
    /// The name of the airport; `nil` if it is not known.
    public let name: String?
    /// The position; `nil` if it is not known.
    public let position: Position?
    /// The runways; empty if they are not known.
    public let runways: [Runway]

    /// Makes an airport; without the table of stations, its name and position are not known.
    public init(_ identifier: String, in stations: StationTable, runways: RunwayTable) {
        let station = stations[identifier]
        self.identifier = identifier
        name = station?.title
        position = station?.position
        self.runways = runways[identifier]
    }
}
