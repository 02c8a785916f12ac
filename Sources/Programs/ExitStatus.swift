/// The exit statuses of the services.
///
/// Source: sysexits.h, as systemd.exec(5) lists them.
public enum ExitStatus {
    /// Everything was done.
    public static let success: CInt = 0
    /// The command line is wrong.
    public static let usage: CInt = 64
    /// The input cannot be read; of a service, the stored data, which a newer release wrote.
    public static let data: CInt = 65
    /// A call of the system failed.
    public static let system: CInt = 71
    /// A file cannot be read or written.
    public static let inputOutput: CInt = 74
    /// The settings are wrong.
    public static let configuration: CInt = 78
}
