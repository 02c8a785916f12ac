import Definitions
import Fetching
import Reactive
import Records
import Sky

/// Sources that are computed, without an upstream.
extension Source {
    /// Computes the document for the present date and the days after it, and ingests it.
    func compute(_ computation: Computation) -> AnyPublisher<Outcome, FetchFailure> {
        guard let position = position(of: computation) else {
            let message =
                "\"\(name.instance ?? "")\" is neither a position such as 43.65,-70.31 nor a known station"
            return Fail(error: FetchFailure(.configuration, message)).eraseToAnyPublisher()
        }
        let bytes = SkyDocument(of: computation.body, at: position).bytes(at: now)
        return ingest(Document(Body(bytes), from: computation.text, received: now), from: .computed)
    }

    /// The time until the next date at the place of a computed source, at least a second, since the wall clock
    /// may be behind the loop's; `nil` if the source is not computed.
    var dateChange: Duration? {
        guard case .computed(let computation) = definition.origin,
            let position = position(of: computation)
        else { return nil }
        let now = now
        return max(SolarDate(of: now, at: position).later(byDays: 1).start - now, .seconds(1))
    }

    private func position(of computation: Computation) -> Position? {
        computation.position ?? stations.position(of: name.instance ?? "")
    }
}
