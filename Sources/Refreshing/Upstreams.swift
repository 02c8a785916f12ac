package import Definitions
package import Fetching
package import Reactive
import Records
import Storing
package import Systemd

/// Sends requests to upstreams, with the identity, the credentials and the positions that they need.
package final class Upstreams {
    /// Whether the machine has a route to the network, beginning with the current state.
    package let route: AnyPublisher<Bool, Never>
    /// Fires when open connections are no longer valid, after a suspend or on another network.
    let networkChanges = PassthroughSubject<Void, Never>()
    private let fetcher: Fetcher
    private let credentials: Credentials
    private let stations: Stations
    private let kept: KeptDocuments
    /// The configuration with the identity that the daemon states.
    private var configuration: Configuration
    private let wall: () -> UTC

    /// - Parameters:
    ///   - fetcher: Performs the requests.
    ///   - route: Whether the machine has a route to the network.
    ///   - credentials: The secrets of definitions.
    ///   - stations: The known stations.
    ///   - configuration: The configuration with the identity that the daemon states.
    ///   - clocks: The clocks.
    package init(
        fetcher: Fetcher, route: AnyPublisher<Bool, Never>, credentials: Credentials, stations: Stations,
        configuration: Configuration, clocks: Clocks
    ) {
        kept = KeptDocuments(scheduler: clocks.scheduler)
        wall = clocks.wall
        self.fetcher = fetcher
        self.route = route
        self.credentials = credentials
        self.stations = stations
        self.configuration = configuration
    }

    /// Applies a new configuration to the next requests.
    package func apply(_ configuration: Configuration) { self.configuration = configuration }

    /// Returns the builder of a definition's requests.
    package func requests(for definition: Definition) -> RequestBuilder {
        RequestBuilder(
            for: definition, credentials: credentials, stations: stations, configuration: configuration,
            at: wall())
    }

    /// Keeps the answer to a request for the next equal one.
    func keep(_ document: Document, for request: FetchRequest) { kept.keep(document, for: request) }

    /// Performs a request, unless its answer is kept; see `Fetcher.fetch`.
    package func fetch(
        _ request: FetchRequest, step: ((AttemptStep) -> Void)? = nil
    ) -> AnyPublisher<Answer, FetchFailure> {
        if let document = kept.remove(for: request) {
            return Just(Answer.document(document)).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        return perform(request, step: step)
    }

    private func perform(
        _ request: FetchRequest, step: ((AttemptStep) -> Void)?
    ) -> AnyPublisher<Answer, FetchFailure> {
        fetcher.fetch(request, progress: step.map { step in { step(AttemptStep($0)) } })
            .mapError { HostPolicy.explained($0, of: request.url) }.eraseToAnyPublisher()
    }

    /// Holds all requests to the host of an address; see `Fetcher.hold`.
    func hold(_ address: String, for time: Duration) { fetcher.hold(address, for: time) }

    /// Discards connections and names after a suspend or on another network.
    package func networkChanged() {
        fetcher.networkChanged()
        networkChanges.send()
    }

    /// Connects to a stream, or a broker, of a definition; see `Fetcher.stream`.
    func stream(
        _ address: any StreamAddress, of definition: Definition, receive: @escaping (StreamEvent) -> Void
    ) throws(FetchFailure) -> StreamConnection {
        try fetcher.stream(try requests(for: definition).request(of: address), receive: receive)
    }
}
