import AlmanacClient
import AlmanacValues
import Records
import Showing
import Systemd
import WebPages

/// The data that pages are made of.
final class SiteData {
    /// The maximum number of records of a table.
    static let mostRecords = 50_000
    /// The maximum memory of the records of one answer, in bytes, after which no further page of the daemon
    /// is asked for.
    static let mostMemory = 24 << 20

    /// Calls of the daemon.
    let calls: DaemonCalls
    /// The subscriptions that streams follow.
    let topics: ChangeTopics
    /// The airports of the world.
    let stations: StationTable
    /// Their runways.
    let runways: RunwayTable
    /// The records of pages, and the rows of tables.
    let kept = KeptRecords()
    /// Returns the sources, which follow the daemon; `nil` once the server has ended.
    var replica: () -> Replica? = { nil }
    /// Returns whether all changes up to the present have arrived, without which nothing is kept.
    var isFollowing: () -> Bool = { false }
    private let wall: () -> UTC

    /// Makes a site that asks a daemon, and reads a wall clock.
    init(
        _ connection: DaemonConnection, stations: StationTable, runways: RunwayTable,
        wall: @escaping () -> UTC
    ) {
        self.wall = wall
        calls = DaemonCalls(connection)
        topics = ChangeTopics(connection)
        self.stations = stations
        self.runways = runways
    }

    /// The wall clock.
    var now: UTC { wall() }

    /// The present minute, for which pages and what they show are kept.
    var minute: Int64 { now.seconds / 60 }

    /// Passes the sources whose names a page needs, in their order.
    func sources(
        where isWanted: @escaping (Source) -> Bool,
        _ receive: @escaping (Result<[Source], PageError>) -> Void
    ) {
        present { result in receive(result.map { $0.filter(isWanted) }.mapError { PageError($0) }) }
    }

    /// Passes the sources that are known, in states that may be older, but only if one of them meets a
    /// condition; otherwise all in their present states.
    func known(
        _ isWanted: @escaping (Source) -> Bool,
        _ receive: @escaping (Result<[Source], AlmanacError>) -> Void
    ) {
        guard let replica = replica(), replica.isReached == true, replica.areSourcesKnown,
            replica.sources.values.contains(where: isWanted)
        else { return present(receive) }
        receive(.success(replica.sortedSources))
    }

    /// Passes all sources in states that contain every event so far.
    func present(_ receive: @escaping (Result<[Source], AlmanacError>) -> Void) {
        guard let replica = replica() else { return receive(.failure(.disconnected)) }
        // The time of the next attempt changes without an event.
        replica.present(within: .seconds(2)) { result in
            // A subscription that is refused meanwhile does not take the question with it.
            withExtendedLifetime(replica) { receive(result) }
        }
    }

    /// Passes those of these sources that exist, in their present states.
    func sources(_ names: [String], _ receive: @escaping (Result<[Source], PageError>) -> Void) {
        calls.answer(to: .sources(Selector(sources: names.map(Selector.literal)))) { result in
            receive(result.map { $0.filter { names.contains($0.name) } }.mapError { PageError($0) })
        }
    }

    /// Passes records that are kept, or else loads and keeps them.
    func records(
        _ name: KeptRecords.Name,
        load: (@escaping (Result<[Item], PageError>) -> Void) -> Void,
        _ receive: @escaping (Result<[Item], PageError>) -> Void
    ) {
        guard isFollowing() else { return load(receive) }
        if case .records(let items)? = kept.answer(name, minute: minute) { return receive(.success(items)) }
        let keep = kept.startLoading(name, minute: minute)
        load { result in
            if case .success(let items) = result { keep(.records(items)) }
            receive(result)
        }
    }

    /// Passes the nearest record that is kept, or else asks for it and keeps it; `nil` if there is none.
    func nearest(
        _ name: KeptRecords.Name, by request: Request<[Neighbor]>,
        _ receive: @escaping (Result<Neighbor?, AlmanacError>) -> Void
    ) {
        let isFollowing = isFollowing()
        if isFollowing, case .nearest(let found)? = kept.answer(name, minute: minute) {
            return receive(.success(found))
        }
        let keep = isFollowing ? kept.startLoading(name, minute: minute) : { _ in }
        calls.answer(to: request) { result in
            if case .success(let found) = result { keep(.nearest(found.first)) }
            receive(result.map(\.first))
        }
    }

    /// Returns the rows of the last rendering of a table; none of tables whose records are not kept.
    func rows(of source: String, in form: KeptRecords.Form) -> RowCache {
        isFollowing() ? kept.rows(of: source, in: form, minute: minute) : RowCache()
    }

    /// Returns the sections of the last rendering of an airport; none of airports whose records are not kept.
    func sections(of airport: String, in form: Preferences) -> SectionCache {
        isFollowing() ? kept.sections(of: airport, in: form, minute: minute) : SectionCache()
    }

    /// Returns the parts of the last answer with records; none of those that are not kept.
    func parts(of name: KeptRecords.Name) -> AWCParts {
        isFollowing() ? kept.parts(of: name, minute: minute) : AWCParts()
    }

    /// Passes the records of a selector, all of them or so many; an error if these take more than 24 MiB, so
    /// that a part never seems to be all.
    func records(
        _ selector: Selector, limit: Int? = nil,
        _ receive: @escaping (Result<[Item], PageError>) -> Void
    ) {
        part(of: selector, limit: limit) { result in
            receive(
                result.flatMap { part in
                    let isWhole = part.next == nil || part.items.count >= limit ?? .max
                    return isWhole ? .success(part.items) : .failure(.tooLarge(SiteData.mostMemory))
                })
        }
    }

    /// Passes the first records of a selector after a position, as many as take 24 MiB, and the position of
    /// the following ones.
    func part(
        of selector: Selector, limit: Int?, after next: String? = nil,
        _ receive: @escaping (Result<(items: [Item], next: String?), PageError>) -> Void
    ) {
        collect([], memory: 0, selector, limit: limit, next: next, receive)
    }

    /// Passes how many results a list has in all.
    ///
    /// - Parameters:
    ///   - request: The request for the list.
    ///   - shown: The results in the list.
    ///   - limit: The maximum number of results in the list, with which there may be more.
    ///   - receive: Called with the number; `nil` if it is not known.
    func total<Answer>(
        of request: Request<Answer>, shown: [Item], limit: Int, _ receive: @escaping (Int?) -> Void
    ) {
        let count = shown.count
        guard count >= limit || shown.memory >= SiteData.mostMemory else { return receive(count) }
        calls.answer(to: request.total) { receive(((try? $0.get()) ?? nil).map { max($0, count) }) }
    }

    /// Passes the reasons why a search among all records may have missed some; those of the sources only if
    /// nothing was found.
    func gaps(of found: SearchResult<Item>, _ receive: @escaping ([Gap]) -> Void) {
        let own = [found.gap].compactMap(\.self)
        guard found.elements.isEmpty else { return receive(own) }
        sources(where: { _ in true }) { result in
            switch result {
            case .success(let sources): receive(own + sources.flatMap(\.readingGaps))
            case .failure(let error):
                receive(own + [WarningAnswer.lost("the state of the sources: \(error.words.message)")])
            }
        }
    }

    /// Passes the records of a source that meet conditions, at most 50,000 or 24 MiB, in the order of its
    /// document.
    func table(
        of source: String, where conditions: [String],
        _ receive: @escaping (Result<[Item], PageError>) -> Void
    ) {
        guard conditions.isEmpty else { return ask(for: source, where: conditions, receive) }
        records(.table(source: source), load: { ask(for: source, where: [], $0) }, receive)
    }

    private func ask(
        for source: String, where conditions: [String],
        _ receive: @escaping (Result<[Item], PageError>) -> Void
    ) {
        let selector = Selector(sources: [Selector.literal(source)], conditions: conditions)
        calls.answer(to: .order(of: source)) { [weak self] order in
            // Without an order of the document, the keys have their natural order.
            let keys = (try? order.get()) ?? []
            self?.part(of: selector, limit: SiteData.mostRecords) {
                receive($0.map { ordered($0.items, byKeys: keys) })
            }
        }
    }

    private func collect(
        _ earlier: [Item], memory: Int, _ selector: Selector, limit: Int?, next: String?,
        _ receive: @escaping (Result<(items: [Item], next: String?), PageError>) -> Void
    ) {
        let rest = limit.map { $0 - earlier.count }
        calls.answer(to: .records(selector, limit: rest, next: next)) { [weak self] result in
            result.mapError { PageError($0) }.pass(receive) { page in
                let items = earlier + page.items
                let memory = memory + page.items.memory
                guard let next = page.next, items.count < limit ?? .max, memory < SiteData.mostMemory else {
                    return receive(.success((items, page.next)))
                }
                self?.collect(items, memory: memory, selector, limit: limit, next: next, receive)
            }
        }
    }
}

extension SiteData {
    /// Passes what is known about warnings; what could not be asked is unknown, since pages about something
    /// else are useful without it.
    ///
    /// - Parameters:
    ///   - question: The question that selects the warnings.
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
            items(inquiry, pass)
        } _: {
            receive($0)
        }
    }

    /// Passes the records that a page about several things asks for; `nil` if they cannot be loaded.
    func items(_ inquiry: WarningQuestion.Inquiry, _ pass: @escaping ([Item]?) -> Void) {
        guard inquiry.isStrict else {
            return records(inquiry.selector, limit: inquiry.limit) { pass(try? $0.get()) }
        }
        let request = Request<ItemPage>.records(inquiry.selector, limit: inquiry.limit, isStrict: true)
        calls.answer(to: request) { pass((try? $0.get())?.items) }
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
