import Glibc
import Systemd

/// The state folder, made ready and held by one daemon.
final class StateFolder {
    private let lock: FileDescriptor

    /// Makes what is missing of the folder, and takes its lock.
    ///
    /// - Throws: When a folder cannot be made, or another daemon holds the lock.
    init(_ directories: Directories) throws(SystemError) {
        let state = directories.state
        for (path, mode): (String, mode_t) in [
            (state, 0o755), (state + "/sources.d", 0o755), (state + "/incoming", 0o770),
            (state + "/private", 0o700),
        ] {
            try StateFolder.make(path, mode)
        }
        lock = try FileDescriptor(opening: state + "/lock", O_RDWR | O_CREAT, mode: 0o600)
        guard flock(lock.raw, LOCK_EX | LOCK_NB) == 0 else {
            throw SystemError(call: "lock", code: errno, detail: "\(state): another almanacd lives there")
        }
    }

    /// Makes a folder, and those above it, where it is missing.
    static func make(_ path: String, _ mode: mode_t) throws(SystemError) {
        var made = attempt(path, mode)
        if made == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try make(String(path[..<slash]), 0o755)
            made = attempt(path, mode)
        }
        guard made == 0 || made == EEXIST else {
            throw SystemError(call: "mkdir", code: made, detail: path)
        }
    }

    /// Tries to make one folder.
    ///
    /// - Returns: 0, or what was in the way.
    private static func attempt(_ path: String, _ mode: mode_t) -> CInt {
        // The umask took away what others need.
        mkdir(path, mode) == 0 && chmod(path, mode) == 0 ? 0 : errno
    }
}
