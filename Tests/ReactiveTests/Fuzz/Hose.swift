import Reactive

/// A subject that sends its values by calls of `release`; values without demand are lost.
final class Hose: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    private let values: [Int]
    private let end: FuzzSource.End
    private let subject: any Subject<Int, TestError>
    private let stream: AnyPublisher<Int, TestError>
    private var released = 0

    init(_ subject: some Subject<Int, TestError>, _ values: [Int], end: FuzzSource.End) {
        self.subject = subject
        stream = subject.eraseToAnyPublisher()
        self.values = values
        self.end = end
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        stream.receive(subscriber: subscriber)
    }

    /// The subject, if it is a passthrough subject.
    var passthrough: PassthroughSubject<Int, TestError>? { subject as? PassthroughSubject }

    /// Sends the next values, and the completion after the last one.
    func release(_ count: Int) {
        for _ in 0..<count where released <= values.count {
            released += 1
            if released <= values.count {
                subject.send(values[released - 1])
            } else if end != .never {
                subject.send(completion: end == .failed ? .failure(.oops) : .finished)
            }
        }
    }

    /// Completes the subject, so that nothing is left.
    func close() { subject.send(completion: .finished) }
}
