import AlmanacClient
import Glibc
import Systemd

/// Small files, read and written as a whole.
enum Files {
    /// Whether a path exists.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the bytes of a file; `nil` if it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8]()
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes += piece[..<count]
        }
    }

    /// Writes a file atomically: a reader sees the old content or the new one.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - path: The path.
    ///   - isPrivate: Whether only the user may read it.
    /// - Throws: An error if the old content stays.
    static func write(_ text: String, to path: String, isPrivate: Bool = false) throws(SystemError) {
        // A name that others cannot guess and that no other process uses: the folder may be one that others
        // write to.
        let fresh = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
        guard let file = fopen(fresh, "wxe") else { throw .last("open", fresh) }
        let isHidden = !isPrivate || fchmod(fileno(file), 0o600) == 0
        let isWritten = isHidden && fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten, rename(fresh, path) == 0 else {
            let error = SystemError.last("write", path)
            unlink(fresh)
            throw error
        }
    }

    /// Removes a file, which need not exist.
    static func remove(_ path: String) { unlink(path) }

    /// Creates a directory and its parents; a failure shows when the directory is used.
    static func makeDirectory(_ path: String) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            mkdir(made, 0o755)
        }
    }
}

/// The paths of files and sockets.
struct Folders {
    /// The daemon's socket.
    let socket: DaemonSocket
    /// The directory of the configuration.
    let configuration: String
    /// The directory of the installed files.
    let library: String

    /// The directories of installed definitions and examples; if several contain the same name, the first
    /// wins.
    var definitions: [String] { ["\(library)/sources.d", "\(library)/sources.d/examples"] }

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

/// The last target of `show`, for a later `show` without an argument.
enum LastShown {
    private static let path = Folders.userState + "/last-shown"

    /// Returns the last target.
    ///
    /// - Throws: A complaint if there is none.
    static func read() throws(CommandError) -> String {
        guard let bytes = Files.read(path), !bytes.isEmpty else {
            throw .usage("show needs SOURCE[/KEY] or an airport the first time", see: "show")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Stores the target. A failure costs only this convenience.
    static func write(_ target: String) {
        Files.makeDirectory(Folders.userState)
        try? Files.write(target, to: path)
    }
}
