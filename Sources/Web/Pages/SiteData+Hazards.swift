import AlmanacClient
import AlmanacValues
import Records
import Showing

extension SiteData {
    /// Passes what SIGMETs and pilot reports say about an airport; `nil` without sources of them.
    ///
    /// - Parameters:
    ///   - airport: The identifier of the airport.
    ///   - position: Its position; `nil` if it is unknown.
    ///   - isPossible: Whether there is such a source at all.
    ///   - receive: Called with the result.
    func hazards(
        at airport: String, position: Position?, amongAny isPossible: Bool,
        _ receive: @escaping (AirportHazards?) -> Void
    ) {
        guard isPossible else { return receive(nil) }
        sources(where: { AirportHazards.kinds.contains($0.kind ?? "") }) { [weak self] result in
            let sources = try? result.get()
            guard let self, sources?.isEmpty != true else { return receive(nil) }
            loadHazards(at: position) { items, unlocated, reports in
                receive(
                    AirportHazards(
                        airport: airport, sources: sources, items: items, unlocated: unlocated,
                        reports: reports, at: self.now))
            }
        }
    }

    private func loadHazards(
        at position: Position?, _ receive: @escaping ([Item]?, [Item]?, [Neighbor]?) -> Void
    ) {
        guard let position else { return receive(nil, nil, nil) }
        records(AirportHazards.around(position)) { here in
            self.records(AirportHazards.unlocated) { unlocated in
                self.loadReports(around: position) { reports in
                    receive(try? here.get(), try? unlocated.get(), reports)
                }
            }
        }
    }

    private func loadReports(around position: Position, _ receive: @escaping ([Neighbor]?) -> Void) {
        let reports = Request<[Neighbor]>.nearby(
            position, radius: AirportHazards.reportRadius, in: Selector(kinds: ["pirep"]),
            limit: AirportHazards.mostNear)
        calls.answer(to: reports) { receive(try? $0.get()) }
    }
}
