import Systemd

/// Where things lie.
struct Folders {
    /// Whether the user's own daemon is meant: when that is said, or when it is the only one there.
    let isUser: Bool
    /// The daemon's socket.
    let socket: String
    /// Its configuration.
    let configuration: String
    /// The definitions that come with the program.
    let library: String

    init(_ invocation: Invocation) {
        let (socket, configuration) = (invocation["socket"], invocation["config"])
        let isOpen = socket == nil && configuration == nil
        isUser = invocation.has("user") || (isOpen && Folders.isOnlyUser)
        library = invocation["library"] ?? "/usr/lib/almanac"
        self.configuration = configuration ?? (isUser ? Folders.userConfiguration : "/etc/almanac")
        self.socket = socket ?? (isUser ? Folders.userSocket : Folders.systemSocket)
    }

    /// `$XDG_CONFIG_HOME/almanac`, by default `~/.config/almanac`.
    static var userConfiguration: String { UserFolders.configuration + "/almanac" }

    /// `$XDG_STATE_HOME/almanac`, by default `~/.local/state/almanac`.
    static var userState: String { UserFolders.state + "/almanac" }

    private static let systemSocket = "/run/almanac/io.almanac"
    private static var userSocket: String { UserFolders.runtime + "/almanac/io.almanac" }

    /// Whether the user has a daemon and the machine has none.
    private static var isOnlyUser: Bool { !Files.exists(systemSocket) && Files.exists(userSocket) }
}
