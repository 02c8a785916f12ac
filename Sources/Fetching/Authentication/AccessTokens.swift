import Reactive
import Records
import Systemd

/// The access tokens of all sources, kept in memory only.
///
/// Requests that need the same token wait for one request for it. After a refusal, the server is not
/// contacted before a delay of its own, unless the secret has changed.
final class AccessTokens {
    /// A token that is valid.
    private struct Token {
        let text: String
        /// The time of its renewal, before it expires.
        let renewal: LoopTime
    }

    /// The state of a grant.
    private struct State {
        var token: Token?
        /// Receives the result of the request in progress.
        var waiting: PassthroughSubject<String, FetchFailure>?
        var request: AnyCancellable?
        var failures = 0
        /// The last failure, the secret it concerns and the time until which it stands; `nil` after a
        /// success.
        var failure: (failure: FetchFailure, secret: String, end: LoopTime)?
    }

    /// The maximum number of grants whose tokens are kept.
    private static let mostGrants = 256

    private var states: [TokenGrant.Identity: State] = [:]
    private let backoff = BackoffPolicy(interval: .seconds(300))
    private let loop: EventLoop

    init(on loop: EventLoop) { self.loop = loop }

    /// Returns the token of a grant.
    ///
    /// - Parameters:
    ///   - grant: The grant.
    ///   - request: The request that needs the token.
    ///   - fetch: Performs the request for the token.
    /// - Returns: One token; cold.
    func token(
        of grant: TokenGrant, for request: FetchRequest,
        fetch: @escaping (FetchRequest) -> AnyPublisher<Answer, FetchFailure>
    ) -> AnyPublisher<String, FetchFailure> {
        Deferred { [self] in
            let state = states[grant.identity]
            if let token = state?.token, loop.now < token.renewal {
                return Just(token.text).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
            }
            if let (failure, secret, end) = state?.failure, secret == grant.secret, loop.now < end {
                var failure = failure
                failure.retryAfter = end - loop.now
                return Fail(error: failure).eraseToAnyPublisher()
            }
            let waiting = state?.waiting ?? startRequest(grant, grant.request(for: request), fetch)
            return waiting.first().eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// Discards a token that its resource refused, unless it was renewed since.
    func discard(_ token: String, of grant: TokenGrant) {
        if states[grant.identity]?.token?.text == token { states[grant.identity]?.token = nil }
    }

    private func startRequest(
        _ grant: TokenGrant, _ request: FetchRequest,
        _ fetch: @escaping (FetchRequest) -> AnyPublisher<Answer, FetchFailure>
    ) -> PassthroughSubject<String, FetchFailure> {
        if states.count >= AccessTokens.mostGrants { states = states.filter { $0.value.waiting != nil } }
        let waiting = PassthroughSubject<String, FetchFailure>()
        states[grant.identity, default: State()].waiting = waiting
        // A request can fail at once, before anything waits for its result.
        loop.next { [weak self] in
            guard let self else { return }
            let begin = loop.now
            let answers = fetch(request).sink { [weak self] completion in
                guard case .failure(let failure) = completion else { return }
                self?.finishRequest(grant, .failure(failure), begin: begin)
            } receiveValue: { [weak self] answer in
                self?.finishRequest(grant, TokenRefusal.result(of: answer, from: grant), begin: begin)
            }
            if states[grant.identity]?.waiting === waiting { states[grant.identity]?.request = answers }
        }
        return waiting
    }

    private func finishRequest(
        _ grant: TokenGrant, _ result: Result<TokenAnswer, FetchFailure>, begin: LoopTime
    ) {
        guard var state = states[grant.identity], let waiting = state.waiting else { return }
        state.waiting = nil
        state.request = nil
        switch result {
        case .success(let answer):
            let margin = min(answer.lifetime / 10, .seconds(60))
            state.token = Token(text: answer.token, renewal: begin + (answer.lifetime - margin))
            state.failures = 0
            state.failure = nil
            states[grant.identity] = state
            waiting.send(answer.token)
        case .failure(let failure):
            let failure = TokenRefusal.failure(failure)
            state.failures += 1
            var chance = SystemRandomNumberGenerator()
            let delay = backoff.delay(after: state.failures, failure, using: &chance)
            state.failure = (failure, grant.secret, loop.now + delay)
            states[grant.identity] = state
            waiting.send(completion: .failure(failure))
        }
    }
}
