import Records

/// A run of answers that state nothing at all, which upstreams send for minutes now and then: they only
/// confirm each other.
struct AlertSilence {
    private static let begun = "\tempty"

    /// The facts to remember, by name.
    private(set) var names: [String: String] = [:]
    private let isEmpty: Bool
    /// When the first of the last run of empty answers arrived; `nil` if the answer before was not empty.
    private let first: UTC?

    /// Continues a run, or ends it.
    init(_ answer: AlertAnswer, _ memory: AlertMemory, at now: UTC) {
        isEmpty = answer.isEmpty
        first = memory.text(AlertSilence.begun).flatMap { UTC(iso8601: $0) }
        if isEmpty, first == nil { names[AlertSilence.begun] = now.description }
        if !isEmpty, first != nil { names[AlertSilence.begun] = "" }
    }

    /// Finds the first of the answers in a row that lack an alert; those of a run of empty ones are forgotten
    /// with the next that is not empty.
    ///
    /// - Parameters:
    ///   - since: When the first one before this arrived; `nil` if there was none.
    ///   - now: When this one arrived.
    /// - Returns: When that answer arrived.
    func mark(of since: UTC?, at now: UTC) -> UTC {
        guard let since else { return now }
        guard !isEmpty, let first, since.seconds >= first.seconds else { return since }
        return now
    }

    /// Finds the first of the answers that this one confirms; an empty one confirms only those of its run.
    ///
    /// - Parameters:
    ///   - mark: When the first of all answers in a row arrived that lack the alert.
    ///   - now: When this one arrived.
    /// - Returns: When that answer arrived.
    func start(of mark: UTC, at now: UTC) -> UTC { isEmpty ? max(mark, first ?? now) : mark }
}
