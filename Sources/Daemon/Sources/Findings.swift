import Decoding
import Fetching
import Records
import Storing

/// What was found in a document beside its records.
nonisolated struct Findings: Sendable {
    /// How many records it has, those of one key counted once.
    var records = 0
    /// How many rows and fields could not be read: all of them.
    private(set) var rejected = 0
    /// What they were, the first ones.
    private(set) var rejects: [Reject] = []
    /// What was left out by rule, counted by reason.
    private(set) var omitted: [String: Int] = [:]
    /// How long the document asks not to be fetched again; `nil` when it does not say.
    private(set) var lifetime: Duration?
    /// When the document asks not to be fetched; `nil` when it does not say.
    private(set) var quiet: QuietTimes?

    /// Which members the records have.
    private(set) var shape = Shape()

    /// Why a document that should have a report has none.
    var silence: FetchFailure {
        guard let first = rejects.first else { return FetchFailure(.empty, "the answer has no report") }
        return FetchFailure(.shape, "its report cannot be read: \"\(first.found)\" is \(first.reason)")
    }

    /// Adds one thing that could not be read.
    mutating func add(_ reject: Reject) {
        rejected += 1
        if rejects.count < Store.maximumRejects { rejects.append(reject) }
    }

    /// Adds what a slice brought.
    mutating func add(_ out: Decoded) {
        rejected += out.rejects.count
        shape.look(at: out.records)
        rejects += out.rejects.prefix(max(0, Store.maximumRejects - rejects.count))
        omitted.merge(out.omitted, uniquingKeysWith: +)
        lifetime = out.lifetime ?? lifetime
        quiet = out.quiet ?? quiet
    }
}
