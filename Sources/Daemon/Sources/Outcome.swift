import Fetching
import Records

/// What came of an attempt.
nonisolated enum Outcome: Sendable {
    /// A document was read and is stored; maybe nothing in it was new.
    case accepted(Acceptance)
    /// What is there is still the newest.
    case notModified(Freshness)
    /// The last accepted document was read once more, in another way.
    case reread(Acceptance)
    /// A service answered somebody who asked, or could be asked; nothing of it is kept here.
    case answered
    /// The last good state stays.
    case failed(FetchFailure)
    /// What it is joined of changed meanwhile: it is joined again, and this attempt counts for nothing.
    case superseded
}

/// What an accepted document brought.
nonisolated struct Acceptance: Sendable {
    /// How many records it added, changed and removed.
    var counts: [Change.Kind: Int] = [:]
    /// How many rows and fields could not be read.
    var rejected = 0
    /// What was left out by rule, counted by reason.
    var omitted: [String: Int] = [:]
    /// Which members the records have.
    var shape = Shape()
    /// What to ask by the next time; `nil` when the document did not come from the upstream.
    var validators: Validators?
    /// Where to ask from now on; `nil` when that did not change.
    var permanentURL: String?
    /// How long the document itself asks not to be fetched again; `nil` when it does not say.
    var lifetime: Duration?
    /// When the document itself asks not to be fetched; `nil` when it does not say.
    var quiet: QuietTimes?
    /// How long it may be used, as the upstream says.
    var freshness = Freshness()
    /// The document's size, bytes.
    var bytes = 0
    /// The moment that times without a month were read by; `nil` when that is as it was.
    var reference: UTC?
    /// What stands for the way it was read.
    var decodingHash: String

    /// Whether any record changed.
    var hasChanged: Bool { counts.values.contains { $0 > 0 } }
}
