import Glibc

/// The base directories of the user who runs the program.
///
/// Source: XDG Base Directory Specification 0.8; a variable that is empty or not an absolute path is ignored.
public nonisolated enum UserFolders {
    /// The directory for configuration: `$XDG_CONFIG_HOME`, by default `~/.config`.
    public static var configuration: String { named("XDG_CONFIG_HOME") ?? home + "/.config" }
    /// The directory for data that persists between runs: `$XDG_STATE_HOME`, by default `~/.local/state`.
    public static var state: String { named("XDG_STATE_HOME") ?? home + "/.local/state" }
    /// The directory for sockets: `$XDG_RUNTIME_DIR`, by default that of pam_systemd(8), `/run/user/UID`.
    public static var runtime: String { named("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())" }

    /// The user's home directory, from the environment or the user database; `/` when there is none.
    private static var home: String {
        if let named = named("HOME") { return named }
        guard let user = getpwuid(getuid()), let directory = user.pointee.pw_dir else { return "" }
        return String(cString: directory)
    }

    private static func named(_ variable: String) -> String? {
        Environment.value(of: variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
