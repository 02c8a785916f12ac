import Fetching
import Reactive
import Records

/// The attempts to keep a connection to a server that pushes: the delays between them, and the only timer of
/// the connection.
final class Reconnection {
    /// The time for which a connection must live so that the next failure counts as the first one.
    private static let probation = Duration.seconds(600)
    /// The longest delay before a connection on another network, so that not all machines connect at once.
    private static let longestReturn = Duration.seconds(5)

    private let clocks: Clocks
    private var opened: LoopTime
    private var failures = 0
    private var timer: AnyCancellable?

    init(clocks: Clocks) {
        self.clocks = clocks
        opened = clocks.scheduler.now
    }

    /// Records that an attempt starts.
    func recordStart() { opened = clocks.scheduler.now }

    /// Records that the connection works: if it has for long, the next failure counts as the first one.
    func recordSuccess() {
        if clocks.scheduler.now - opened >= Reconnection.probation { failures = 0 }
    }

    /// Calls `action` after a delay, unless something else is set to run, or everything is cancelled.
    func run(after delay: Duration, _ action: @escaping () -> Void) {
        timer = Just(()).delay(
            for: .init(delay), tolerance: .init(.seconds(1)), scheduler: clocks.scheduler
        ).sink { action() }
    }

    /// Starts the next attempt after a failure: after a second, doubling up to a minute.
    func retry(after failure: FetchFailure, _ start: @escaping () -> Void) {
        failures += 1
        var random = clocks.random
        let policy = BackoffPolicy(connecting: .seconds(60))
        run(after: policy.delay(after: failures, failure, using: &random), start)
    }

    /// Starts the next attempt soon, because the network is another one.
    func retrySoon(_ start: @escaping () -> Void) {
        failures = 0
        var random = clocks.random
        run(after: Reconnection.longestReturn * Double.random(in: 0..<1, using: &random), start)
    }

    /// Cancels the action that is set to run.
    func cancel() { timer = nil }
}
