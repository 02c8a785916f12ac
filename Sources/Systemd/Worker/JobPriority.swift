/// The priority of a worker's job.
public nonisolated enum JobPriority: Sendable {
    /// Before all other waiting jobs: for jobs that only mark a point in the order of the results.
    case urgent
    /// In the order of submission.
    case normal
    /// Only when no other job waits.
    case idle
}
