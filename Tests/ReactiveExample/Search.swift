public import Reactive

/// Search as you type: asks after a pause in the typing, shows the answer to the newest question only, and
/// goes on after a failure.
public struct Search {
    /// The text after each key.
    public let typed = PassthroughSubject<String, Never>()

    /// The lines to show.
    public let lines: AnyPublisher<[String], Never>

    /// Makes a search over a function that asks.
    public init(
        clock: some Scheduler<LoopTime>,
        find: @escaping (String) -> AnyPublisher<[String], SearchError>
    ) {
        lines = typed.debounce(for: .milliseconds(300), scheduler: clock)
            .removeDuplicates()
            .map { text in
                find(text).timeout(.seconds(5), scheduler: clock, customError: { .tooSlow })
                    .catch { Just(["\(text): \($0)"]) }
            }
            .switchToLatest()
            .eraseToAnyPublisher()
    }
}

/// The failures of a search.
public enum SearchError: Error {
    case offline
    case tooSlow
}
