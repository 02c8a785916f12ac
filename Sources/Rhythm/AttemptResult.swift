public import Records

/// The part of an attempt's outcome that says something about a source's rhythm.
public enum AttemptResult: Sendable {
    /// The document is the same as before, or the server said so.
    case unchanged
    /// The document has something new; `stamps` are the times that the new parts state for themselves, such
    /// as observation times, times of entries, or `Last-Modified`: hints, in any order, possibly none.
    case published(stamps: [UTC])
    /// There was no usable answer; nothing is known about publications.
    case failed
}

/// The cause of an attempt, which decides whether it counts against the budget.
public enum AttemptCause: Sendable {
    /// The schedule of the source.
    case schedule
    /// A retry after a failure, or a refresh that a user asked for; its result is learned all the same.
    case other
    /// A broker, which sent the document without a request: it shows when the source publishes, and is no
    /// answer of the upstream.
    case delivery
}
