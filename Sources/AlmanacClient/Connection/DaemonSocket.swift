import Glibc
import Systemd

/// The socket of a daemon.
public nonisolated struct DaemonSocket: Hashable, Sendable {
    /// The path of the socket.
    public let path: String
    /// Whether it is the socket of the user's own daemon.
    public let isUser: Bool

    /// Makes a socket at a path.
    public init(path: String, isUser: Bool = false) {
        self.path = path
        self.isUser = isUser
    }

    /// The socket of the machine's daemon.
    public static let system = DaemonSocket(path: "/run/almanac/io.almanac")

    /// The socket of the user's own daemon, in `$XDG_RUNTIME_DIR/almanac`.
    public static var user: DaemonSocket {
        DaemonSocket(path: UserFolders.runtime + "/almanac/io.almanac", isUser: true)
    }

    /// Returns the socket of the machine's daemon, or the user's own if only that one exists.
    public static func find() -> DaemonSocket {
        let user = user
        return !system.exists && user.exists ? user : system
    }

    /// Whether the socket exists.
    public var exists: Bool { access(path, F_OK) == 0 }
}
