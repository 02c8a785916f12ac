import Decoding
import Reactive
import Records
import Systemd

/// One who types: only the newest text counts, and is asked about when no letter came for a moment.
final class Typing {
    private struct Question {
        let text: String
        let then: ([Places.Located]) -> Void
    }

    /// So long nobody types on.
    private static let pause: Duration = .milliseconds(250)

    /// What joins the questions, from the first letter to the choice; a UUID of version 4 (RFC 9562 §5.4).
    let session: String
    /// When the last letter came.
    private(set) var last: LoopTime
    private let places: Places
    private let scheduler: AnyScheduler
    private let questions = PassthroughSubject<Question, Never>()
    private var flow: AnyCancellable?

    init(_ places: Places, scheduler: AnyScheduler) {
        (self.places, self.scheduler, last) = (places, scheduler, scheduler.now)
        session = Typing.identifier()
        flow = questions.debounce(for: .init(Self.pause), scheduler: scheduler)
            .map { [places, session] question in
                places.ask(.suggest(question.text), session: session)
                    .replaceError(with: []).replaceEmpty(with: []).map { (question, $0) }
            }
            .switchToLatest()
            .sink { question, found in question.then(found) }
    }

    /// Asks what a text may become; the questions before are dropped.
    ///
    /// - Parameters:
    ///   - text: The text so far.
    ///   - then: Told what it may become, nothing when no service answers; not at all when typing goes on.
    func type(_ text: String, then: @escaping ([Places.Located]) -> Void) {
        last = scheduler.now
        if let known = places.remembered(.suggest(text)) { return then(known) }
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
