import Definitions
package import Fetching
import Reactive
import Records
import Storing

extension Source {
    /// Checks that queries are possible: the credential is available, and the host policy permits them.
    /// Nothing is sent.
    func checkRequest() -> AnyPublisher<Outcome, FetchFailure> {
        do throws(FetchFailure) {
            if case .calls(let address) = definition.origin, !address.hasPrefix("/") {
                _ = try request(to: address)
            }
            return Just(Outcome.answered).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    /// Returns the request for an address of the service.
    ///
    /// - Throws: A failure if a credential is missing, or the host policy forbids the request.
    package func request(to address: String) throws(FetchFailure) -> FetchRequest {
        try upstreams.requests(for: definition).request(for: address, Validators())
    }

    /// Returns the request that sends a text to an address of the service, with header fields.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - fields: The header fields; `%{credential}` in them is replaced.
    ///   - body: The text; `nil` to send none.
    /// - Returns: The request.
    /// - Throws: As above.
    package func request(
        to address: String, adding fields: [FetchRequest.Header], body: String?
    ) throws(FetchFailure) -> FetchRequest {
        let builder = upstreams.requests(for: definition)
        var request = try builder.request(for: address, Validators())
        request.headers += try builder.filled(fields)
        request.form = body
        return request
    }

    /// Records the outcome of a query; a query that has to wait is no outcome.
    package func recordCall(_ failure: FetchFailure?) {
        guard let failure else { return conclude(.answered) }
        if failure.reason != .waiting { conclude(.failed(failure)) }
    }

    /// Returns the failure of queries that the upstream does not permit now; `nil` if it permits them.
    package var refusal: FetchFailure? {
        let rest = hold(at: now)
        guard rest > .zero else { return nil }
        let known = state.failure
        return FetchFailure(
            known?.reason ?? .waiting, known?.message ?? "\(name) is not queried now, to respect its limits",
            retryAfter: rest)
    }
}
