import Reactive

/// The facts about a broker that outlast a connection.
final class BrokerMemory {
    /// The time between two comparisons of the broker's messages with the published ones.
    private static let interval = Duration.seconds(86_400)

    private var lastReading: LoopTime?
    /// The largest content that the broker accepts, in bytes, after it refused a larger one without a number;
    /// `nil` if it has refused none.
    private(set) var mostBytes: Int?

    /// Returns the time until the next comparison; zero if one is due, also after the start of the program.
    func timeToReading(at now: LoopTime) -> Duration {
        lastReading.map { max(.zero, $0 + BrokerMemory.interval - now) } ?? .zero
    }

    /// Records a comparison.
    func recordReading(at now: LoopTime) { lastReading = now }

    /// Lets contents be tried again that were too large: the broker may have got other limits.
    func forgetLimit() { mostBytes = nil }

    /// Records that the broker ended the connection because of a content of this size.
    func refuse(bytes: Int) { mostBytes = max(0, min(mostBytes ?? .max, bytes) - 1) }
}
