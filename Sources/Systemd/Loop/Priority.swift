/// The priority among sources that are ready at the same time; a smaller number comes first.
public nonisolated enum Priority: Int64, Sendable {
    /// Before everything else: signals and the watchdog.
    case high = -100
    /// Timers, transfers and results of workers.
    case normal = 0
    /// Clients, and data that is sent to them at the end of a turn.
    case low = 50
    /// Only when nothing else is ready.
    case idle = 100
}
