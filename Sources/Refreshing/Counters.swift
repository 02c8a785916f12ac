import Fetching
package import Records

/// The daemon's counters, since the start.
package final class Counters {
    private var counts: [String: Int] = [
        "attempts": 0, "accepted": 0, "notModified": 0, "failed": 0, "changes": 0, "bytes": 0,
        "delivered": 0, "pushed": 0,
    ]

    private let longestTurn: () -> Duration

    /// Creates the counters.
    ///
    /// - Parameter longestTurn: Returns the longest time that the loop spent in one turn.
    package init(longestTurn: @escaping () -> Duration) { self.longestTurn = longestTurn }

    /// Counts the outcome of an attempt; that there is no report of a station is no failure.
    package func count(_ outcome: Outcome, isOfStation: Bool) {
        switch outcome {
        case .accepted(let report):
            counts["attempts", default: 0] += 1
            counts["accepted", default: 0] += 1
            counts["bytes", default: 0] += report.bytes
            counts["changes", default: 0] += report.counts.values.reduce(0, +)
        case .notModified:
            counts["attempts", default: 0] += 1
            counts["notModified", default: 0] += 1
        case .failed(let failure) where failure.reason == .waiting: counts["waited", default: 0] += 1
        case .failed(let failure) where failure.reason == .empty && isOfStation:
            counts["attempts", default: 0] += 1
            counts["silent", default: 0] += 1
        case .failed(let failure):
            counts["attempts", default: 0] += 1
            counts["failed", default: 0] += 1
            counts["failed.\(failure.reason.rawValue)", default: 0] += 1
        case .answered: counts["answered", default: 0] += 1
        case .reread, .delivered, .superseded: break
        }
    }

    /// Counts what came without a request: a document in a message of a broker, or messages of a stream.
    func count(_ report: IngestReport, as name: WithoutRequest) {
        counts[name.rawValue, default: 0] += 1
        counts["bytes", default: 0] += report.bytes
        counts["changes", default: 0] += report.counts.values.reduce(0, +)
    }

    /// The counters of ingests without a request.
    enum WithoutRequest: String {
        case delivered
        case pushed
    }

    /// Counts a call that was refused because too many calls were waiting.
    package func countRefusedCall() { counts["refusedCalls", default: 0] += 1 }

    /// Returns all counters by name, and the longest turn of the loop.
    ///
    /// - Parameters:
    ///   - readSlices: The number of slices in which calls were answered.
    ///   - cancelledReads: The number of cancelled reads.
    /// - Returns: An object of numbers.
    package func json(readSlices: Int, cancelledReads: Int) -> JSON {
        var all = counts
        all["readSlices"] = readSlices
        all["cancelledReads"] = cancelledReads
        all["longestTurnUSec"] = Int(longestTurn().microseconds)
        return .object(all.sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value)) })
    }
}
