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
    /// - Returns: `nil` if the daemon has no sources of them.
    func hazards(at airport: String, position: Position?, now: UTC) -> AirportHazards? {
        let request = Request<[Source]>.sources(Selector(kinds: AirportHazards.kinds))
        let sources = try? daemon.ask(request)
        guard sources?.isEmpty != true else { return nil }
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

/// The knowledge around an airport in addition to its own reports: the nearest winds aloft, the warnings, and
/// the hazards for aircraft.
struct AirportSurroundings {
    /// The greatest distance of winds aloft, in metres.
    private static let windsRadius = 500_000.0

    /// The nearest winds aloft; `nil` if there are none, or the airport has its own.
    let winds: Neighbor?
    /// The warnings that apply there.
    let warnings: WarningAnswer
    /// The SIGMETs, AIRMETs and pilot reports; `nil` without sources of them.
    let hazards: AirportHazards?
    /// The reason why the nearest winds aloft are unknown; empty if they are known, or there are none.
    let lost: [Gap]
    private let now: UTC

    /// Asks the daemon; what it cannot answer is unknown, since the page is useful without it.
    ///
    /// - Parameters:
    ///   - airport: The identifier of the airport.
    ///   - position: Its position; `nil` if it is not known.
    ///   - hasWinds: Whether the airport has winds aloft of its own.
    ///   - daemon: The daemon.
    ///   - now: The present time.
    init(of airport: String, position: Position?, hasWinds: Bool, daemon: Daemon, now: UTC) {
        self.now = now
        (winds, lost) = AirportSurroundings.winds(near: hasWinds ? nil : position, daemon)
        warnings = WarningFinder(daemon, at: now).part(WarningQuestion(at: position, named: airport))
        hazards = HazardFinder(daemon).hazards(at: airport, position: position, now: now)
    }

    /// The records, those of warnings and hazards in the order of the page.
    var items: [Item] {
        let current = Warning.current(warnings.warnings, at: now)
        return [winds?.item].compactMap(\.self) + current.map(\.item) + (hazards?.items ?? [])
    }

    /// The reasons why there may be other warnings, hazards and winds aloft.
    var gaps: [Gap] { warnings.gaps + (hazards?.gaps ?? []) + lost }

    /// Finds the nearest winds aloft, or the reason why they are unknown.
    private static func winds(near place: Position?, _ daemon: Daemon) -> (winds: Neighbor?, lost: [Gap]) {
        guard let place else { return (nil, []) }
        let request = Request<[Neighbor]>.nearby(
            place, radius: windsRadius, in: Selector(kinds: ["winds"]), limit: 1)
        do throws(CommandError) {
            return (try daemon.ask(request).first, [])
        } catch {
            let reason = "could not be loaded: \(error.message)"
            return (nil, [Gap(source: "the winds aloft", .remark(reason))])
        }
    }
}
