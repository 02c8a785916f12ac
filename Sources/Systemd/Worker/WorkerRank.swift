/// What a worker is to the others that want a processor.
public nonisolated enum WorkerRank: Sendable {
    /// Somebody waits for what it does.
    case normal
    /// It steps back when there are not processors enough for all, so that the loop is served first.
    case background
}
