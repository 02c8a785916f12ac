import Reactive

/// The upstreams of an example, given by marble diagrams, and the diagram of its result.
///
/// A character of a diagram is a second: a digit is a value, `-` is silence, `|` is a finish, `#` is a
/// failure. Signals of the same second are in parentheses.
final class MarbleExample {
    let clock = ManualScheduler()
    let log = Silence()
    let numbers: AnyPublisher<Int, Never>
    let other: AnyPublisher<Int, Never>
    let request: AnyPublisher<Int, TestError>
    private var signals: [(time: LoopTime, text: String)] = []
    private var subscription: AnyCancellable?

    init(_ diagrams: [String]) {
        let first = diagrams[0]
        numbers = MarbleExample.publisher(first, clock)
        other = MarbleExample.publisher(diagrams.count > 1 ? diagrams[1] : "|", clock)
        request = MarbleExample.failingPublisher(first, clock)
    }

    /// The diagram of the recorded result after a minute.
    var diagram: String {
        clock.advance(by: .seconds(60))
        var diagram = ""
        for second in 0...(signals.last.map { Int($0.time.microseconds / 1_000_000) } ?? 0) {
            let texts = signals.filter { $0.time.microseconds / 1_000_000 == Int64(second) }.map(\.text)
            diagram += texts.isEmpty ? "-" : texts.count == 1 ? texts[0] : "(\(texts.joined()))"
        }
        return diagram
    }

    /// Records the signals of the result of an example.
    func record<P: Publisher>(_ publisher: P) {
        subscription = publisher.sink(
            receiveCompletion: { [unowned self] completion in
                if case .finished = completion { note("|") } else { note("#") }
            },
            receiveValue: { [unowned self] value in note(MarbleExample.text(value)) })
    }

    private func note(_ text: String) { signals.append((clock.now, text)) }

    private static func text(_ value: Any) -> String {
        let text = String(describing: value).filter { $0 != " " }
        return text.hasPrefix("(") ? "[\(text.dropFirst().dropLast())]" : text
    }

    private static func publisher(_ diagram: String, _ clock: ManualScheduler) -> AnyPublisher<Int, Never> {
        Deferred {
            let subject = PassthroughSubject<Int, Never>()
            schedule(diagram, clock) { signal in
                if let value = signal.wholeNumberValue {
                    subject.send(value)
                } else {
                    subject.send(completion: .finished)
                }
            }
            return subject
        }.eraseToAnyPublisher()
    }

    private static func failingPublisher(
        _ diagram: String, _ clock: ManualScheduler
    ) -> AnyPublisher<Int, TestError> {
        Deferred {
            let subject = PassthroughSubject<Int, TestError>()
            schedule(diagram, clock) { signal in
                if let value = signal.wholeNumberValue {
                    subject.send(value)
                } else {
                    subject.send(completion: signal == "#" ? .failure(.oops) : .finished)
                }
            }
            return subject
        }.eraseToAnyPublisher()
    }

    /// Schedules the signals of a diagram from now on.
    private static func schedule(
        _ diagram: String, _ clock: ManualScheduler, _ send: @escaping (Character) -> Void
    ) {
        for (second, signal) in diagram.enumerated() where signal != "-" {
            clock.schedule(after: clock.now + .seconds(second)) { send(signal) }
        }
    }
}
