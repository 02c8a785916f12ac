/// How grave a message is; the numbers are syslog's, a smaller one is graver.
public nonisolated enum LogLevel: Int, Sendable, CaseIterable, Comparable {
    /// The machine cannot be used.
    case emergency = 0
    /// Somebody must act at once.
    case alert
    /// The daemon cannot go on.
    case critical
    /// Something that was asked for cannot be done.
    case error
    /// Something failed and will be tried again.
    case warning
    /// Worth knowing: started, stopped, reloaded.
    case notice
    /// The usual course of things.
    case info
    /// For who looks for a fault.
    case debug

    /// Whether the left is graver.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// Reads a level as SYSTEMD_LOG_LEVEL= has it: `0`…`7`, `emerg`, `alert`, `crit`, `err`, `warning`,
    /// `notice`, `info`, `debug`; `nil` for anything else.
    public init?(_ text: String) {
        let names = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]
        guard let number = Int(text) ?? names.firstIndex(of: text) else { return nil }
        self.init(rawValue: number)
    }
}
