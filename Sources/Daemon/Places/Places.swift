import Definitions
import Fetching
import Places
import Reactive
import Records
import Refreshing

/// All place services, queried in the order of their names until one answers.
final class Places {
    /// A place with the source that found it.
    struct Located {
        let source: String
        let place: FoundPlace
    }

    /// The completions of a text, or the failure of the last service.
    typealias Suggestions = Result<[Located], FetchFailure>

    /// The maximum length of a query, in bytes: no name is longer, and request addresses are limited to a few
    /// thousand.
    static let longestText = 1000

    private let sources: Sources
    private let budgets: PlaceBudgets
    private var services: [SourceName: PlaceService] = [:]

    init(_ sources: Sources, scheduler: AnyScheduler) {
        self.sources = sources
        budgets = PlaceBudgets(by: scheduler)
        // A duplicate name in the table is found at start, not by the first query.
        precondition(!PlaceProviders.standard.names.isEmpty)
    }

    /// Whether there are no services.
    var isEmpty: Bool { all.isEmpty }

    /// The source of the last service, whose failure is reported if all fail; empty if there is none.
    var last: String { all.last?.source.name.text ?? "" }

    /// The source of the last service that is queried while a user is typing, whose failure is reported if all
    /// fail; `nil` if there is none.
    var lastSuggesting: String? { all.last(where: \.suggests)?.source.name.text }

    /// Returns the service of a source; `nil` if the source is not a place service.
    func service(_ name: String) -> PlaceService? { all.first { $0.source.name.text == name } }

    /// Returns the cached answer to a query; `nil` if there is none.
    func remembered(_ query: PlaceQuery) -> [Located]? {
        let service = able(query).first
        return service?.remembered(query).map {
            $0.map { Located(source: service?.source.name.text ?? "", place: $0) }
        }
    }

    /// Returns the places that match a query, from the first service that answers.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - session: The typeahead session that the query belongs to; `nil` for none.
    ///   - user: The user of the query.
    /// - Returns: One answer, or the failure of the last service; completes without a value if there is no
    ///   service.
    func ask(
        _ query: PlaceQuery, session: String? = nil, for user: PlaceUser
    ) -> AnyPublisher<[Located], FetchFailure> {
        ask(able(query)[...], query: query, session: session, user: user)
    }

    private func ask(
        _ services: ArraySlice<PlaceService>, query: PlaceQuery, session: String?, user: PlaceUser
    ) -> AnyPublisher<[Located], FetchFailure> {
        guard let first = services.first else { return Empty().eraseToAnyPublisher() }
        let name = first.source.name.text
        let asked = first.ask(query, session: session, for: user).map {
            $0.map { Located(source: name, place: $0) }
        }
        if services.count == 1 { return asked.eraseToAnyPublisher() }
        return asked.catch { [unowned self] _ in
            ask(services.dropFirst(), query: query, session: session, user: user)
        }
        .eraseToAnyPublisher()
    }

    private func able(_ query: PlaceQuery) -> [PlaceService] {
        if case .suggest = query { return all.filter(\.suggests) }
        return all
    }

    /// The current services, by name; a service whose definition changed is replaced and loses its cache.
    private var all: [PlaceService] {
        let running = sources.running.values.filter { $0.definition.kind == .places }
        services = services.filter { entry in running.contains { $0 === entry.value.source } }
        for source in running where services[source.name] == nil {
            // A source whose definition cannot be used is not running.
            services[source.name] = try? PlaceService(source, budgets: budgets)
        }
        return services.sorted { $0.key < $1.key }.map(\.value)
    }
}
