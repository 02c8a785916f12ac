import Glibc

nonisolated extension Directories {
    /// The folders of the machine, or those that the service manager names.
    ///
    /// Source: systemd.exec(5), STATE_DIRECTORY and CONFIGURATION_DIRECTORY.
    public static var system: Directories {
        Directories(
            configuration: variable("CONFIGURATION_DIRECTORY") ?? "/etc/almanac",
            state: variable("STATE_DIRECTORY") ?? "/var/lib/almanac", run: "/run/almanac",
            library: "/usr/lib/almanac")
    }

    /// The folders of the user who runs this.
    ///
    /// Source: XDG Base Directory Specification.
    public static var user: Directories {
        let home = variable("HOME") ?? "/"
        return Directories(
            configuration: (variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/almanac",
            state: (variable("XDG_STATE_HOME") ?? home + "/.local/state") + "/almanac",
            run: (variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())") + "/almanac",
            library: "/usr/lib/almanac")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
