import Decoding
import Fetching
import Reactive
import Records

/// All services that find places, asked in the order of their names until one answers.
final class Places {
    /// A place, and which source told of it.
    struct Located {
        let source: String
        let place: FoundPlace
    }

    /// The longest text that a service is asked about, bytes: nothing has a longer name, and addresses of requests
    /// are not longer than a few thousand.
    static let longestText = 1000

    private let sources: Sources
    private var services: [SourceName: PlaceService] = [:]

    init(_ sources: Sources) {
        self.sources = sources
        // A name that stands twice in the table is found now, not when somebody asks.
        precondition(!PlaceProviders.standard.names.isEmpty)
    }

    /// Whether there is any.
    var isEmpty: Bool { all.isEmpty }

    /// The source that is asked last, whose failure is that of all; empty when there is none.
    var last: String { all.last?.source.name.text ?? "" }

    /// Whether any is asked while somebody types.
    var suggests: Bool { all.contains(where: \.suggests) }

    /// The service of a source; `nil` when it is none.
    func service(_ name: String) -> PlaceService? { all.first { $0.source.name.text == name } }

    /// What is known of the answer to a question without asking.
    func remembered(_ query: PlaceQuery) -> [Located]? {
        let service = able(query).first
        return service?.remembered(query).map {
            $0.map { Located(source: service?.source.name.text ?? "", place: $0) }
        }
    }

    /// The places that answer a question: of the first service that does.
    ///
    /// - Parameters:
    ///   - query: The question.
    ///   - session: What joins the questions of one who types; `nil` for none.
    /// - Returns: One answer, or why the last of them has none; nothing at all when there is no service.
    func ask(_ query: PlaceQuery, session: String? = nil) -> AnyPublisher<[Located], FetchFailure> {
        ask(able(query)[...], query, session)
    }

    private func ask(
        _ services: ArraySlice<PlaceService>, _ query: PlaceQuery, _ session: String?
    ) -> AnyPublisher<[Located], FetchFailure> {
        guard let first = services.first else { return Empty().eraseToAnyPublisher() }
        let name = first.source.name.text
        let asked = first.ask(query, session: session).map { $0.map { Located(source: name, place: $0) } }
        if services.count == 1 { return asked.eraseToAnyPublisher() }
        return asked.catch { [unowned self] _ in ask(services.dropFirst(), query, session) }
            .eraseToAnyPublisher()
    }

    private func able(_ query: PlaceQuery) -> [PlaceService] {
        if case .suggest = query { return all.filter(\.suggests) }
        return all
    }

    /// The services there are now, by name; one that is defined otherwise has forgotten what it knew.
    private var all: [PlaceService] {
        let running = sources.running.values.filter { $0.definition.kind == .places }
        services = services.filter { entry in running.contains { $0 === entry.value.source } }
        for source in running where services[source.name] == nil {
            // What cannot be used is not running.
            services[source.name] = try? PlaceService(source)
        }
        return services.sorted { $0.key < $1.key }.map(\.value)
    }
}
