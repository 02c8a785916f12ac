import Decoding
import Fetching
import Reactive
import Records

/// One service that finds places, as a definition has it asked: politely, and never twice for the same.
final class PlaceService {
    /// So many are asked for, whoever wants fewer; what is kept serves all.
    private static let most = 20
    /// So many questions wait for it; further ones are told to come again.
    private static let mostUnderWay = 8
    /// The largest answer where the definition does not say, bytes: it is read on the loop.
    private static let largest = 1 << 20

    let source: Source
    /// Whether it is asked while somebody types.
    let suggests: Bool
    private let provider: any PlaceProvider
    private let policy: PlacePolicy
    private let isPublic: Bool
    private var memory = PlaceMemory()
    private var underWay: [PlaceQuery: AnyPublisher<[FoundPlace], FetchFailure>] = [:]

    /// - Throws: When its definition cannot be used, which was looked at before.
    init(_ source: Source) throws(OptionError) {
        self.source = source
        let settings = try PlaceSettings(source.definition.options)
        provider = try PlaceProviders.standard.provider(source.definition.options)
        policy = type(of: provider).policy
        suggests = settings.suggests(by: policy)
        isPublic = settings.isPublic(by: policy)
    }

    /// What is known of the answer to a question without asking.
    func remembered(_ query: PlaceQuery) -> [FoundPlace]? {
        memory.answer(to: query, at: now)
    }

    /// The place that an answer told by a reference: as it was told while that may be kept, else asked for.
    ///
    /// - Parameters:
    ///   - reference: `FoundPlace.reference`.
    ///   - session: What joins the questions of one who types; `nil` for none.
    /// - Returns: The place, or several when only where it is is known; none when there is none any more.
    func place(_ reference: String, session: String?) -> AnyPublisher<[FoundPlace], FetchFailure> {
        if let place = memory.place(reference, at: now) {
            return Just([place]).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        return ask(PlaceQuery(reference: reference), session: session)
    }

    /// The places that answer a question, the best first.
    ///
    /// - Parameters:
    ///   - query: The question.
    ///   - session: What joins the questions of one who types; `nil` for none.
    /// - Returns: One answer, or why there is none. Who asks the same at the same time shares it.
    func ask(_ query: PlaceQuery, session: String?) -> AnyPublisher<[FoundPlace], FetchFailure> {
        if let known = remembered(query) {
            return Just(known).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        if let shared = underWay[query] { return shared }
        if let refusal = refusal { return Fail(error: refusal).eraseToAnyPublisher() }
        do throws(FetchFailure) {
            let request = try provider.question(query, Self.most, session)
            let answer = begin(query, request)
            // Where nobody is asked it is no news of the service.
            return request == .nothing ? answer : share(answer, query)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    /// An answer for all who ask the same while it is under way.
    private func share(
        _ answer: AnyPublisher<[FoundPlace], FetchFailure>, _ query: PlaceQuery
    ) -> AnyPublisher<[FoundPlace], FetchFailure> {
        let shared = answer.handleEvents(
            receiveOutput: { [weak self] in self?.end(query, .success($0)) },
            receiveCompletion: { [weak self] completion in
                if case .failure(let failure) = completion { self?.end(query, .failure(failure)) }
            },
            receiveCancel: { [weak self] in self?.underWay[query] = nil }
        ).share().eraseToAnyPublisher()
        underWay[query] = shared
        return shared
    }

    private var now: UTC { source.tools.wall() }

    private var refusal: FetchFailure? {
        if let refusal = source.refusal { return refusal }
        guard underWay.count >= Self.mostUnderWay else { return nil }
        let wait = max(policy.spacing * Self.mostUnderWay, .seconds(1))
        return FetchFailure(
            .waiting, "\(Self.mostUnderWay) questions wait for \(source.name) already", retryAfter: wait)
    }

    private func keep(_ places: [FoundPlace], _ query: PlaceQuery) {
        guard let lifetime = policy.lifetime else { return }
        memory.keep(places, for: query, until: now + lifetime)
    }

    private func end(_ query: PlaceQuery, _ result: Result<[FoundPlace], FetchFailure>) {
        underWay[query] = nil
        switch result {
        case .success(let places):
            keep(places, query)
            source.settleCall(nil)
        case .failure(let failure): source.settleCall(failure)
        }
    }

    private func begin(
        _ query: PlaceQuery, _ request: PlaceRequest
    ) -> AnyPublisher<[FoundPlace], FetchFailure> {
        do throws(FetchFailure) {
            return try documents(request).flatMap { [provider] document in
                Result { () throws(FetchFailure) in try provider.places(in: document, to: query) }.publisher
            }.eraseToAnyPublisher()
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    /// The document that answers a question; none when the answer is that there is nothing.
    private func documents(
        _ request: PlaceRequest
    ) throws(FetchFailure) -> AnyPublisher<Document?, FetchFailure> {
        switch request {
        case .nothing: return Just(nil).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        case .file(let name):
            let path = source.definition.origin.text + "/" + name
            return source.tools.intake.file(path, maximumBytes: Self.largest).map { $0 }.eraseToAnyPublisher()
        case .address(let url):
            var request = try RequestBuilder(source.definition, source.tools).request(for: url, Validators())
            if source.definition.setting("MaxBytes") == nil { request.maximumBytes = Self.largest }
            if isPublic { request.spacing = policy.spacing }
            return source.tools.fetcher.fetch(request).map(\.document).eraseToAnyPublisher()
        }
    }
}

extension Answer {
    /// The document; `nil` when there is none, as one asked for without conditions never is.
    fileprivate var document: Document? { if case .document(let document) = self { document } else { nil } }
}

nonisolated extension PlaceProvider {
    /// How a question is put to it; not at all when it is known that there is no such place.
    fileprivate func question(
        _ query: PlaceQuery, _ limit: Int, _ session: String?
    ) throws(FetchFailure) -> PlaceRequest {
        do throws(PlaceError) {
            return try request(for: query, limit: limit, session: session)
        } catch {
            guard let failure = FetchFailure(error) else { return .nothing }
            throw failure
        }
    }

    /// The places that a document tells of; none when there is no document.
    fileprivate func places(in document: Document?, to query: PlaceQuery) throws(FetchFailure) -> [FoundPlace]
    {
        guard let body = document?.body else { return [] }
        let bytes = try body.prefix(body.count)
        do throws(PlaceError) {
            return try places(in: bytes, to: query)
        } catch {
            guard let failure = FetchFailure(error) else { return [] }
            throw failure
        }
    }
}

nonisolated extension FetchFailure {
    /// What a service's failure is in the words of the interface; `nil` when it only has no such place.
    fileprivate init?(_ error: PlaceError) {
        guard let reason = Reason(rawValue: error.reason.rawValue) else { return nil }
        self.init(reason, error.message, retryAfter: error.retryAfter)
    }
}
