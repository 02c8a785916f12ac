/// A thread's claim to a processor, relative to others.
public nonisolated enum WorkerRank: Sendable {
    /// Normal priority: others wait for the results.
    case normal
    /// Lower priority: the loop is served first when there are not enough processors.
    case background
}
