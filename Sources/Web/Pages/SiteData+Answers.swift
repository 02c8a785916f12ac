import AlmanacClient
import AlmanacValues
import Records
import Showing

extension SiteData {
    /// Passes what is known about warnings; what could not be asked is unknown, since pages about something
    /// else are useful without it.
    ///
    /// - Parameters:
    ///   - question: Which warnings are wanted.
    ///   - receive: Called with the answer.
    func warnings(_ question: WarningQuestion, _ receive: @escaping (WarningAnswer) -> Void) {
        present { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error):
                receive(WarningAnswer(lost: [WarningAnswer.lost("\(error)")]))
            case .success(let sources): answer(question, among: sources, receive)
            }
        }
    }

    private func answer(
        _ question: WarningQuestion, among sources: [Source], _ receive: @escaping (WarningAnswer) -> Void
    ) {
        question.answer(among: sources, at: now) { [weak self] inquiry, pass in
            guard let self else { return pass(nil) }
            guard inquiry.isStrict else {
                return records(inquiry.selector, limit: inquiry.limit) { pass(try? $0.get()) }
            }
            let request = Request<ItemPage>.records(inquiry.selector, limit: inquiry.limit, isStrict: true)
            calls.answer(to: request) { pass((try? $0.get())?.items) }
        } _: {
            receive($0)
        }
    }
}

extension SiteData {
    /// Passes what SIGMETs and pilot reports say about an airport; `nil` without sources of them, or if these
    /// cannot be loaded, since the page is useful without them.
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
            guard let self, case .success(let sources) = result, !sources.isEmpty else { return receive(nil) }
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

extension SiteData {
    /// Passes what the daemon itself cannot do; also that its state is unknown, if it does not answer.
    func failures(_ receive: @escaping ([DaemonFailure]) -> Void) {
        calls.answer(to: .status()) { [now] result in
            switch result {
            case .success(let status): receive(status.failures)
            case .failure(.unsupported): receive([])
            case .failure(let error):
                receive([DaemonFailure("its state is unknown: \(error)", since: now)])
            }
        }
    }
}
