package import Fetching
import Records

/// The outcome of an attempt.
package nonisolated enum Outcome: Sendable {
    /// A document was read and stored; it may contain nothing new.
    case accepted(IngestReport)
    /// The stored document is still current.
    case notModified(Freshness)
    /// The last accepted document was decoded again, with other settings.
    case reread(IngestReport)
    /// A service answered a query or is ready to do so; nothing is stored.
    case answered
    /// The attempt failed; the last good state is kept.
    case failed(FetchFailure)
    /// The document that a message of a broker brought was read and stored; `nil` if it could not be used.
    case delivered(IngestReport?)
    /// An input of the join changed meanwhile: the join is computed again, and the result of this attempt is
    /// ignored.
    case superseded

    /// Whether the attempt confirmed what is stored.
    var isUnchanged: Bool { if case .notModified = self { true } else { false } }
}
