import Definitions
import Fetching
import Places
import Reactive
import Records
import Refreshing
import Storing

/// A place service as configured by a definition. It respects the host policy, and never sends the same query
/// twice at a time.
final class PlaceService {
    /// The number of results to request, even for clients that want fewer, because the cached answer serves
    /// all.
    private static let most = 20
    /// The maximum number of pending queries; further ones fail with the time to wait.
    private static let mostUnderWay = 8
    /// The default maximum size of a response, in bytes: the loop itself decodes it.
    private static let largest = 1 << 20

    /// The maximum number of pending queries of one user without privileges.
    private static let mostOfOneUser = 4
    /// The pause after several web pages in a row, with which some services refuse too many requests.
    private static let pause: Duration = .seconds(60)

    let source: Source
    /// Whether the service is queried while a user is typing.
    let suggests: Bool
    private let provider: any PlaceProvider
    private let policy: PlacePolicy
    private let isPublic: Bool
    private var memory = PlaceMemory()
    private let budgets: PlaceBudgets
    private var underWay: [PlaceQuery: AnyPublisher<[FoundPlace], FetchFailure>] = [:]
    /// The user of each pending query.
    private var users: [PlaceQuery: PlaceUser] = [:]
    /// The number of web pages received in a row instead of answers.
    private var webPages = 0
    /// The services of the operator that the key may not use.
    private var denials = PlaceDenials()

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - source: The source of the service.
    ///   - budgets: The limits on each user's queries.
    /// - Throws: An error if its definition cannot be used; this was checked before.
    init(_ source: Source, budgets: PlaceBudgets) throws(OptionError) {
        self.source = source
        self.budgets = budgets
        let settings = try PlaceSettings(source.definition.options)
        provider = try PlaceProviders.standard.provider(source.definition.options)
        policy = type(of: provider).policy
        suggests = settings.suggests(by: policy)
        isPublic = settings.isPublic(by: policy)
    }

    /// Returns the cached answer to a query; `nil` if there is none.
    func remembered(_ query: PlaceQuery) -> [FoundPlace]? {
        memory.answer(to: query, at: now)
    }

    /// Returns the place with a reference from an earlier answer: from the cache if possible, otherwise from
    /// the service.
    ///
    /// - Parameters:
    ///   - reference: `FoundPlace.reference`.
    ///   - session: The typeahead session that the query belongs to; `nil` for none.
    ///   - user: The user of the query.
    /// - Returns: The place, or several if only its position is known; none if it no longer exists.
    func place(
        _ reference: String, session: String?, for user: PlaceUser
    ) -> AnyPublisher<[FoundPlace], FetchFailure> {
        if let place = memory.place(reference, at: now) {
            return Just([place]).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        return ask(PlaceQuery(reference: reference), session: session, for: user)
    }

    /// Returns the places that match a query, the best first.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - session: The typeahead session that the query belongs to; `nil` for none.
    ///   - user: The user of the query.
    /// - Returns: One answer, or a failure. Equal queries at the same time share one answer.
    func ask(
        _ query: PlaceQuery, session: String?, for user: PlaceUser
    ) -> AnyPublisher<[FoundPlace], FetchFailure> {
        if let known = remembered(query) {
            return Just(known).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        if let shared = underWay[query] { return shared }
        if let denial = denials.failure(of: query, at: now) {
            return Fail(error: denial).eraseToAnyPublisher()
        }
        if let refusal = refusal(of: user) { return Fail(error: refusal).eraseToAnyPublisher() }
        do throws(FetchFailure) {
            let request = try provider.question(query, limit: Self.most, session: session)
            // No request is sent, so nothing is recorded for the source and the user's budget is not charged.
            if request == .nothing { return send(query, request: request) }
            if let refusal = overspending(of: user) { return Fail(error: refusal).eraseToAnyPublisher() }
            users[query] = user
            let others = try provider.otherQuestions(query, session: session)
            return share(send(query, [request] + others), for: query)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    /// Shares the answer among all equal queries until it arrives.
    private func share(
        _ answer: AnyPublisher<[FoundPlace], FetchFailure>, for query: PlaceQuery
    ) -> AnyPublisher<[FoundPlace], FetchFailure> {
        let shared = answer.handleEvents(
            receiveOutput: { [weak self] in self?.finish(query, with: .success($0)) },
            receiveCompletion: { [weak self] completion in
                if case .failure(let failure) = completion { self?.finish(query, with: .failure(failure)) }
            },
            receiveCancel: { [weak self] in self?.forget(query) }
        ).share().eraseToAnyPublisher()
        underWay[query] = shared
        return shared
    }

    private var now: UTC { source.now }

    private func forget(_ query: PlaceQuery) {
        underWay[query] = nil
        users[query] = nil
    }

    private func refusal(of user: PlaceUser) -> FetchFailure? {
        if let refusal = source.refusal { return refusal }
        let isGreedy = !user.isPrivileged && users.values.count { $0 == user } >= Self.mostOfOneUser
        guard underWay.count >= Self.mostUnderWay || isGreedy else { return nil }
        let wait = max(policy.spacing * Self.mostUnderWay, .seconds(1))
        return FetchFailure(
            .waiting, "\(underWay.count) queries already wait for \(source.name)", retryAfter: wait)
    }

    /// Returns the failure of a user's query that exceeds the budget; `nil` if the query is permitted.
    private func overspending(of user: PlaceUser) -> FetchFailure? {
        guard let wait = budgets.consume(for: user) else { return nil }
        return FetchFailure(.waiting, "user \(user.uid) has sent too many queries", retryAfter: wait)
    }

    private func keep(_ places: [FoundPlace], for query: PlaceQuery) {
        guard let lifetime = policy.lifetime else { return }
        memory.keep(places, for: query, until: now + lifetime)
    }

    private func finish(_ query: PlaceQuery, with result: Result<[FoundPlace], FetchFailure>) {
        forget(query)
        switch result {
        case .success(let places):
            keep(places, for: query)
            source.state.notes = denials.notes
            source.recordCall(nil)
        case .failure(let failure) where failure.reason == .denied && query.isOptional:
            denials.record(failure, of: query, at: now)
            source.state.notes = denials.notes
        case .failure(let failure): source.recordCall(failure)
        }
    }

    /// Sends the first request whose service is not known to deny the key. If that one denies it, too, the
    /// next request follows.
    private func send(
        _ query: PlaceQuery, _ requests: [PlaceRequest]
    ) -> AnyPublisher<[FoundPlace], FetchFailure> {
        let first = denials.first(of: query, among: requests.count, at: now)
        return send(query, request: requests[first]).handleEvents(
            receiveOutput: { [weak self] _ in self?.denials.removeFailure(of: query) }
        ).catch { [weak self] failure -> AnyPublisher<[FoundPlace], FetchFailure> in
            guard let self, failure.isOfKey, first + 1 < requests.count else {
                return Fail(error: failure).eraseToAnyPublisher()
            }
            denials.record(first, of: query, at: now)
            // The failure of the first service has the better advice.
            return send(query, requests).mapError { $0.isOfKey ? failure : $0 }.eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    private func send(
        _ query: PlaceQuery, request: PlaceRequest
    ) -> AnyPublisher<[FoundPlace], FetchFailure> {
        do throws(FetchFailure) {
            return try documents(request).flatMap { [unowned self] document in
                Result { () throws(FetchFailure) in try places(in: document, to: query) }.publisher
            }.eraseToAnyPublisher()
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    /// Decodes the places in a document; none if there is no document. A single web page may come from a
    /// faulty proxy; only several in a row are a reason to wait.
    private func places(in document: Document?, to query: PlaceQuery) throws(FetchFailure) -> [FoundPlace] {
        guard let body = document?.body else { return [] }
        let bytes = try body.prefix(body.count)
        do throws(PlaceError) {
            let places = try provider.places(in: bytes, to: query)
            webPages = 0
            return places
        } catch {
            webPages = error.isWebPage ? webPages + 1 : 0
            guard var failure = FetchFailure(error) else { return [] }
            if webPages > 1 { failure = .tooManyPages(webPages, of: source.name, pause: Self.pause) }
            throw failure
        }
    }

    /// Returns the response document; `nil` if no request is needed because there is no such place.
    private func documents(
        _ request: PlaceRequest
    ) throws(FetchFailure) -> AnyPublisher<Document?, FetchFailure> {
        switch request {
        case .nothing: return Just(nil).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        case .file(let name):
            let path = source.definition.origin.text + "/" + name
            return source.files.document(at: path, maximumBytes: Self.largest).map { $0 }
                .eraseToAnyPublisher()
        case .address(let url): return document(try source.request(to: url))
        case .call(let url, let headers, let body):
            let fields = headers.map { FetchRequest.Header($0.name, $0.value) }
            return document(try source.request(to: url, adding: fields, body: body))
        }
    }

    private func document(_ request: FetchRequest) -> AnyPublisher<Document?, FetchFailure> {
        var request = request
        if source.definition.setting("MaxBytes") == nil { request.maximumBytes = Self.largest }
        if isPublic { request.spacing = policy.spacing }
        return source.upstreams.fetch(request).map(\.document).eraseToAnyPublisher()
    }
}

extension Answer {
    /// The document of the response; always present, because the request has no validators.
    fileprivate var document: Document? { if case .document(let document) = self { document } else { nil } }
}

nonisolated extension PlaceProvider {
    /// Returns the request for a query; `.nothing` if it is known that there is no such place.
    fileprivate func question(
        _ query: PlaceQuery, limit: Int, session: String?
    ) throws(FetchFailure) -> PlaceRequest {
        do throws(PlaceError) {
            return try request(for: query, limit: limit, session: session)
        } catch {
            guard let failure = FetchFailure(error) else { return .nothing }
            throw failure
        }
    }
}

nonisolated extension PlaceProvider {
    /// Returns the requests of other services for a query; none if it is known that there is no such place.
    fileprivate func otherQuestions(
        _ query: PlaceQuery, session: String?
    ) throws(FetchFailure) -> [PlaceRequest] {
        do throws(PlaceError) {
            return try alternatives(to: query, session: session)
        } catch {
            guard let failure = FetchFailure(error) else { return [] }
            throw failure
        }
    }
}

nonisolated extension FetchFailure {
    /// Converts a service's error to a failure of the interface; `nil` if it only means that there is no such
    /// place.
    fileprivate init?(_ error: PlaceError) {
        guard let reason = error.reason else { return nil }
        self.init(reason, error.message, retryAfter: error.retryAfter)
    }

    /// Returns the failure of a service that sent several web pages in a row.
    fileprivate static func tooManyPages(
        _ count: Int, of name: SourceName, pause: Duration
    ) -> FetchFailure {
        FetchFailure(
            .http, "\(name) sent \(count) web pages in a row, which may mean too many requests",
            retryAfter: pause)
    }
}
