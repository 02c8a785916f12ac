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
            airport: airport, sources: sources,
            items: position.flatMap { items(AirportHazards.around($0)) },
            unlocated: items(AirportHazards.unlocated), reports: position.flatMap(reports), at: now)
    }

    /// Returns the records of a selector; `nil` if they cannot be asked for.
    private func items(_ selector: Selector) -> [Item]? {
        var items: [Item] = []
        let add = { (found: [Item]) in items += found }
        let isDone = (try? daemon.connection.pages(of: selector, receive: add)) != nil
        return isDone ? items : nil
    }

    private func reports(around position: Position) -> [Neighbor]? {
        try? daemon.ask(
            .nearby(
                position, radius: AirportHazards.reportRadius, in: Selector(kinds: ["pirep"]),
                limit: AirportHazards.mostNear))
    }
}
