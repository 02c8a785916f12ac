import Decoding
import Fetching
import Reactive
import Storing

extension Source {
    /// Looks whether it could be asked: its key is there, and its etiquette is kept. Nobody is asked.
    func askNobody() -> AnyPublisher<Asked, FetchFailure> {
        do throws(FetchFailure) {
            if case .calls(let address) = definition.origin, !address.hasPrefix("/") {
                _ = try RequestBuilder(definition, tools).request(for: address, Validators())
            }
            return Just(Asked.ready).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    /// Makes known what came of a question that somebody had asked; that it has to wait is no news.
    func settleCall(_ failure: FetchFailure?) {
        guard let failure else { return settle(.answered) }
        if failure.reason != .waiting { settle(.failed(failure)) }
    }

    /// Why it is not asked now; `nil` when it may be.
    var refusal: FetchFailure? {
        let rest = hold(at: tools.wall())
        guard rest > .zero else { return nil }
        let known = state.failure
        let reason = known.flatMap { Reason(rawValue: $0.reason) } ?? .waiting
        return FetchFailure(
            reason, known?.message ?? "\(name) is not asked now, as it wants", retryAfter: rest)
    }
}
