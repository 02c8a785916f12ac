/// The exit statuses of the program.
///
/// Source: sysexits.h, as systemd.exec(5) lists them.
nonisolated enum ExitStatus {
    static let success: CInt = 0
    static let usage: CInt = 64
    static let system: CInt = 71
    static let configuration: CInt = 78
}
