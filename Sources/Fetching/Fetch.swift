public import Reactive

extension Fetcher {
    /// Performs a request once per subscription, starting at the first demand; cancelling the subscription
    /// aborts it at once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - progress: Receives each step of the attempt, on the loop.
    /// - Returns: A publisher of one answer, or of a failure whose message says what to do.
    public func fetch(
        _ request: FetchRequest, progress: ((Progress) -> Void)? = nil
    ) -> AnyPublisher<Answer, FetchFailure> {
        let once = { [self] (request: FetchRequest) in
            Fetch(request: request, fetcher: self, progress: progress).eraseToAnyPublisher()
        }
        guard let grant = request.authentication.grant else { return once(request) }
        return fetch(request, by: grant, once)
    }

    /// Performs a request with an access token, which is renewed once if the upstream refuses it.
    private func fetch(
        _ request: FetchRequest, by grant: TokenGrant,
        _ once: @escaping (FetchRequest) -> AnyPublisher<Answer, FetchFailure>
    ) -> AnyPublisher<Answer, FetchFailure> {
        let tokens = tokens
        let token = tokens.token(of: grant, for: request, fetch: once)
        return token.flatMap { text in
            once(request.bearing(text)).catch { failure -> AnyPublisher<Answer, FetchFailure> in
                guard failure.httpStatus == 401 else { return Fail(error: failure).eraseToAnyPublisher() }
                tokens.discard(text, of: grant)
                return token.flatMap { once(request.bearing($0)) }.eraseToAnyPublisher()
            }
        }.eraseToAnyPublisher()
    }
}

/// A publisher that performs a request and emits its answer.
struct Fetch: Publisher {
    typealias Output = Answer
    typealias Failure = FetchFailure

    let request: FetchRequest
    let fetcher: Fetcher
    let progress: ((Progress) -> Void)?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Answer, S.Failure == FetchFailure {
        subscriber.receive(subscription: FetchSubscription(self, subscriber))
    }
}

/// The attempt of one subscriber.
private final class FetchSubscription<S: Subscriber>: Subscription
where S.Input == Answer, S.Failure == FetchFailure {
    private let fetch: Fetch
    private var subscriber: S?
    private var exchange: Exchange?

    init(_ fetch: Fetch, _ subscriber: S) {
        self.fetch = fetch
        self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
        guard subscriber != nil, exchange == nil, demand > .none else { return }
        let exchange = Exchange(fetch.request, by: fetch.fetcher, listens: fetch.progress) { [self] in
            finish($0)
        }
        self.exchange = exchange
        exchange.start()
    }

    func cancel() {
        subscriber = nil
        let broken = exchange
        exchange = nil
        broken?.cancel()
    }

    private func finish(_ result: Result<Answer, FetchFailure>) {
        let told = subscriber
        subscriber = nil
        exchange = nil
        switch result {
        case .success(let answer):
            _ = told?.receive(answer)
            told?.receive(completion: .finished)
        case .failure(let failure): told?.receive(completion: .failure(failure))
        }
    }
}
