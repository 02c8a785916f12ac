import Glibc
import Systemd

/// Where things lie.
struct Folders {
    /// The daemon's socket.
    let socket: String
    /// Its configuration.
    let configuration: String
    /// The definitions that come with the program.
    let library: String

    init(_ invocation: Invocation) throws(Complaint) {
        let isUser = invocation.has("user")
        library = invocation["library"] ?? "/usr/lib/almanac"
        if let directory = invocation["config"] {
            configuration = directory
        } else if isUser {
            guard let own = Folders.userConfiguration else {
                throw Complaint(.configuration, "HOME is not set")
            }
            configuration = own
        } else {
            configuration = "/etc/almanac"
        }
        socket = try Folders.socket(invocation["socket"], isUser: isUser)
    }

    /// `$XDG_CONFIG_HOME/almanac`, by default `~/.config/almanac`; `nil` without a home.
    ///
    /// Source: XDG Base Directory Specification: relative paths do not count.
    static var userConfiguration: String? { base("XDG_CONFIG_HOME", ".config") }

    /// `$XDG_STATE_HOME/almanac`, by default `~/.local/state/almanac`; `nil` without a home.
    static var userState: String? { base("XDG_STATE_HOME", ".local/state") }

    private static func socket(_ given: String?, isUser: Bool) throws(Complaint) -> String {
        if let given { return given }
        guard isUser else { return "/run/almanac/io.almanac" }
        guard let runtime = Environment.value(of: "XDG_RUNTIME_DIR") else {
            throw Complaint(.configuration, "XDG_RUNTIME_DIR is not set, so --user has no socket")
        }
        return "\(runtime)/almanac/io.almanac"
    }

    private static func base(_ variable: String, _ fallback: String) -> String? {
        if let set = Environment.value(of: variable), set.hasPrefix("/") { return "\(set)/almanac" }
        return Environment.value(of: "HOME").map { "\($0)/\(fallback)/almanac" }
    }
}
