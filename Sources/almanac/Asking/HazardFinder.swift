import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Finds the SIGMETs, AIRMETs and pilot reports for an airport.
struct HazardFinder {
    private let daemon: Daemon

    /// - Parameter daemon: The daemon.
    init(_ daemon: Daemon) { self.daemon = daemon }

    /// Returns what is known about an airport.
    ///
    /// - Parameters:
    ///   - airport: The identifier of the airport.
    ///   - position: Its position; `nil` if unknown.
    ///   - now: The present time.
    /// - Returns: `nil` if the daemon has no sources of them, or cannot be asked for these.
    func hazards(at airport: String, position: Position?, now: UTC) -> AirportHazards? {
        let request = Request<[Source]>.sources(Selector(kinds: AirportHazards.kinds))
        guard let sources = try? daemon.ask(request), !sources.isEmpty else { return nil }
        return AirportHazards(
            airport: airport, sources: sources, items: position.flatMap(advisories),
            reports: position.flatMap(reports), at: now)
    }

    /// Returns the advisories around a position, and those of unknown area; `nil` if they cannot be asked for.
    private func advisories(around position: Position) -> [Item]? {
        var items: [Item] = []
        for selector in [AirportHazards.around(position), AirportHazards.unlocated] {
            let page = { (found: [Item]) in items += found }
            guard (try? daemon.connection.pages(of: selector, limit: nil, receive: page)) != nil else {
                return nil
            }
        }
        return items
    }

    private func reports(around position: Position) -> [Neighbor]? {
        try? daemon.ask(
            .nearby(
                position, radius: AirportHazards.reportRadius, in: Selector(kinds: ["pirep"]),
                limit: AirportHazards.mostNear))
    }
}
