import Glibc

/// Where programs keep what belongs to the user who runs them.
///
/// Source: XDG Base Directory Specification 0.8; what is empty or no absolute path does not count.
public nonisolated enum UserFolders {
    /// Configuration: `$XDG_CONFIG_HOME`, by default `~/.config`.
    public static var configuration: String { named("XDG_CONFIG_HOME") ?? home + "/.config" }
    /// What is kept from one run to the next: `$XDG_STATE_HOME`, by default `~/.local/state`.
    public static var state: String { named("XDG_STATE_HOME") ?? home + "/.local/state" }
    /// Sockets: `$XDG_RUNTIME_DIR`, by default what pam_systemd(8) makes, `/run/user/UID`.
    public static var runtime: String { named("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())" }

    /// The home of the user, as the environment says or else the list of users; `/` for who has none.
    private static var home: String {
        if let named = named("HOME") { return named }
        guard let user = getpwuid(getuid()), let directory = user.pointee.pw_dir else { return "" }
        return String(cString: directory)
    }

    private static func named(_ variable: String) -> String? {
        Environment.value(of: variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
