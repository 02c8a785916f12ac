import Fetching
import Places
import Reactive
import Records
import Systemd

/// A typeahead session: only the newest text counts, and it is queried after a pause in typing.
final class TypeaheadSession {
    private struct Question {
        let text: String
        let then: (Places.Suggestions) -> Void
    }

    /// The debounce interval.
    private static let pause: Duration = .milliseconds(250)

    /// The identifier that links all queries of the session, until a place is chosen; a UUID of version 4
    /// (RFC 9562 §5.4).
    let session: String
    /// The time of the last keystroke.
    private(set) var last: LoopTime
    private let places: Places
    private let scheduler: AnyScheduler
    private let questions = PassthroughSubject<Question, Never>()
    private var flow: AnyCancellable?

    init(_ places: Places, for user: PlaceUser, scheduler: AnyScheduler) {
        self.places = places
        self.scheduler = scheduler
        last = scheduler.now
        session = TypeaheadSession.identifier()
        flow = questions.debounce(for: .init(Self.pause), scheduler: scheduler)
            .map { [places, session] question in
                places.ask(.suggest(question.text), session: session, for: user)
                    .map { Places.Suggestions.success($0) }.catch { Just(.failure($0)) }
                    .replaceEmpty(with: .success([])).map { (question, $0) }
            }
            .switchToLatest()
            .sink { question, found in question.then(found) }
    }

    /// Queries the completions of a text; pending queries are dropped.
    ///
    /// - Parameters:
    ///   - text: The text so far.
    ///   - then: Called with the completions, or with the failure of the last service if none answers; not
    ///     called if a newer text follows.
    func type(_ text: String, then: @escaping (Places.Suggestions) -> Void) {
        last = scheduler.now
        if let known = places.remembered(.suggest(text)) { return then(.success(known)) }
        questions.send(Question(text: text, then: then))
    }

    private static func identifier() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        return parts.joined(separator: "-")
    }
}
