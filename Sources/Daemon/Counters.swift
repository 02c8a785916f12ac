import Fetching
import Records

/// How much was done since the start.
final class Counters {
    private var counts: [String: Int] = [
        "attempts": 0, "accepted": 0, "notModified": 0, "failed": 0, "changes": 0, "bytes": 0,
    ]

    private let longestTurn: () -> Duration

    /// - Parameter longestTurn: How long the loop served one thing at the most.
    init(longestTurn: @escaping () -> Duration) { self.longestTurn = longestTurn }

    /// Counts what came of an attempt.
    func count(_ outcome: Outcome) {
        switch outcome {
        case .accepted(let acceptance):
            counts["attempts", default: 0] += 1
            counts["accepted", default: 0] += 1
            counts["bytes", default: 0] += acceptance.bytes
            counts["changes", default: 0] += acceptance.counts.values.reduce(0, +)
        case .notModified:
            counts["attempts", default: 0] += 1
            counts["notModified", default: 0] += 1
        case .failed(let failure):
            counts["attempts", default: 0] += 1
            counts["failed", default: 0] += 1
            counts["failed.\(failure.reason.rawValue)", default: 0] += 1
        case .answered: counts["answered", default: 0] += 1
        case .reread, .superseded: break
        }
    }

    /// All counts by name, and the longest turn of the loop.
    var json: JSON {
        var all = counts
        all["longestTurnUSec"] = Int(longestTurn().microseconds)
        return .object(all.sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value)) })
    }
}
