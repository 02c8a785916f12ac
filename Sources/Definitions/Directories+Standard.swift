import Systemd

nonisolated extension Directories {
    /// The folders of the system instance; the service manager may set some of them.
    ///
    /// Source: systemd.exec(5), STATE_DIRECTORY and CONFIGURATION_DIRECTORY.
    public static var system: Directories {
        Directories(
            configuration: variable("CONFIGURATION_DIRECTORY") ?? "/etc/almanac",
            state: variable("STATE_DIRECTORY") ?? "/var/lib/almanac", run: "/run/almanac",
            library: "/usr/lib/almanac")
    }

    /// The folders of the current user's instance.
    public static var user: Directories {
        Directories(
            configuration: UserFolders.configuration + "/almanac", state: UserFolders.state + "/almanac",
            run: UserFolders.runtime + "/almanac", library: "/usr/lib/almanac")
    }

    private static func variable(_ name: String) -> String? {
        Environment.value(of: name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
