import AlmanacClient
import Reactive

/// Calls of the daemon's methods, each with a time limit.
final class DaemonCalls {
    /// The time limit.
    static let patience = Duration.seconds(20)

    private let connection: DaemonConnection
    private var calls: [Int: (call: AnyCancellable, timer: AnyCancellable)] = [:]
    private var count = 0

    /// Makes calls over a connection.
    init(_ connection: DaemonConnection) { self.connection = connection }

    /// Calls a method; the answer arrives later.
    func answer<Answer>(
        to request: Request<Answer>, _ receive: @escaping (Result<Answer, AlmanacError>) -> Void
    ) {
        count += 1
        let number = count
        let end: (Result<Answer, AlmanacError>) -> Void = { [weak self] result in
            guard self?.calls.removeValue(forKey: number) != nil else { return }
            receive(result)
        }
        let timer = connection.clock.after(DaemonCalls.patience, slack: .seconds(1)) {
            end(.failure(.timedOut(DaemonCalls.patience)))
        }
        // The answer may arrive before the call is kept.
        var early: Result<Answer, AlmanacError>?
        var isKept = false
        let take: (Result<Answer, AlmanacError>) -> Void = { if isKept { end($0) } else { early = $0 } }
        let call = connection.publisher(for: request).sink(
            receiveCompletion: {
                switch $0 {
                case .finished: take(.failure(.disconnected))
                case .failure(let error): take(.failure(error))
                }
            }, receiveValue: { take(.success($0)) })
        calls[number] = (call, timer)
        isKept = true
        if let early { end(early) }
    }

    /// Calls a method several times, with one answer when all have arrived, or with the first error.
    func answers<Answer>(
        to requests: [Request<Answer>], _ receive: @escaping (Result<[Answer], AlmanacError>) -> Void
    ) {
        var answers = [Answer?](repeating: nil, count: requests.count)
        var left = requests.count
        var hasFailed = false
        guard left > 0 else { return receive(.success([])) }
        for (index, request) in requests.enumerated() {
            answer(to: request) { result in
                guard !hasFailed else { return }
                switch result {
                case .failure(let error):
                    hasFailed = true
                    receive(.failure(error))
                case .success(let answer):
                    answers[index] = answer
                    left -= 1
                    if left == 0 { receive(.success(answers.compactMap(\.self))) }
                }
            }
        }
    }
}
