import AlmanacClient
import Systemd

/// The paths of files and sockets.
struct Folders {
    /// The daemon's socket.
    let socket: DaemonSocket
    /// The directory of the configuration.
    let configuration: String
    /// The directory of the installed definitions.
    let library: String

    init(_ invocation: Invocation) {
        let socket = invocation["socket"]
        let configuration = invocation["config"]
        // The user's own daemon: if requested, or if it is the only one.
        let isOpen = socket == nil && configuration == nil
        let isUser = invocation.has("user") || (isOpen && DaemonSocket.find().isUser)
        library = invocation["library"] ?? "/usr/lib/almanac"
        self.configuration = configuration ?? (isUser ? Folders.userConfiguration : "/etc/almanac")
        self.socket =
            socket.map { DaemonSocket(path: $0, isUser: isUser) } ?? (isUser ? .user : .system)
    }

    /// `$XDG_CONFIG_HOME/almanac`, by default `~/.config/almanac`.
    static var userConfiguration: String { UserFolders.configuration + "/almanac" }

    /// `$XDG_STATE_HOME/almanac`, by default `~/.local/state/almanac`.
    static var userState: String { UserFolders.state + "/almanac" }
}
