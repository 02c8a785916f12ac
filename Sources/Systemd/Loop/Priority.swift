/// Which comes first of what is ready at the same time; a smaller number goes before a greater.
public nonisolated enum Priority: Int64, Sendable {
    /// Before all else: signals, the watchdog's neighbours.
    case high = -100
    /// Timers, transfers, answers of workers.
    case normal = 0
    /// Clients, and what is sent to them at the end of a turn.
    case low = 50
    /// Only when nothing else is ready.
    case idle = 100
}
