/// The severity of a message; the numbers are syslog's, and a smaller number is more severe.
public nonisolated enum LogLevel: Int, Sendable, CaseIterable, Comparable {
    /// The machine cannot be used.
    case emergency = 0
    /// An administrator must act at once.
    case alert
    /// The daemon cannot continue.
    case critical
    /// A requested operation cannot be performed.
    case error
    /// An operation failed and will be tried again.
    case warning
    /// A significant event, such as a start, a stop or a reload.
    case notice
    /// Normal operation.
    case info
    /// Details for finding faults.
    case debug

    /// Whether the left level is more severe.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// Parses a level of SYSTEMD_LOG_LEVEL=: `0`…`7`, `emerg`, `alert`, `crit`, `err`, `warning`, `notice`,
    /// `info`, `debug`; `nil` for anything else.
    public init?(_ text: String) {
        let names = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]
        guard let number = Int(text) ?? names.firstIndex(of: text) else { return nil }
        self.init(rawValue: number)
    }
}
