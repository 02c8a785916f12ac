/// When a worker's job may run.
public nonisolated enum JobPriority: Sendable {
    /// In its turn.
    case normal
    /// Only when no job of normal priority waits.
    case idle
}
