import Definitions
import Glibc
import Systemd

/// The state folder, prepared and locked by one daemon.
final class StateFolder {
    /// The path of the folder.
    let path: String
    private let folders: [(path: String, mode: mode_t)]
    private var lock: FileDescriptor

    /// Creates missing folders and takes the lock.
    ///
    /// - Throws: An error if a folder cannot be created, or another daemon holds the lock.
    init(_ directories: Directories) throws(SystemError) {
        let state = directories.state
        path = state
        folders = [
            (state, 0o755), (state + "/sources.d", 0o755), (state + "/incoming", 0o770),
            (state + "/private", 0o700), (directories.rootAdditions, 0o700),
        ]
        for (path, mode) in folders { try StateFolder.make(path, mode: mode) }
        lock = try StateFolder.locked(state)
    }

    /// Whether an entry of the folder is one that `restore` creates.
    func owns(_ name: String) -> Bool {
        name == "lock" || folders.contains { $0.path == "\(path)/\(name)" }
    }

    /// Creates folders that were removed, and takes the lock again if its file was replaced.
    ///
    /// - Throws: An error if a folder cannot be created, or another daemon has taken the lock.
    func restore() throws(SystemError) {
        for (path, mode) in folders where access(path, F_OK) != 0 { try StateFolder.make(path, mode: mode) }
        guard !isLockInPlace else { return }
        lock = try StateFolder.locked(path)
    }

    /// Whether the held lock is the file that another daemon would try to lock.
    private var isLockInPlace: Bool {
        var held = stat()
        var found = stat()
        guard fstat(lock.raw, &held) == 0, lstat(path + "/lock", &found) == 0 else { return false }
        return held.st_dev == found.st_dev && held.st_ino == found.st_ino
    }

    private static func locked(_ state: String) throws(SystemError) -> FileDescriptor {
        let lock = try FileDescriptor(opening: state + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        guard flock(lock.raw, LOCK_EX | LOCK_NB) == 0 else {
            throw SystemError(
                call: "lock", code: errno, detail: "\(state): another almanacd uses this directory")
        }
        return lock
    }

    /// Creates a folder and its parents if they are missing.
    static func make(_ path: String, mode: mode_t) throws(SystemError) {
        var made = attempt(path, mode: mode)
        if made == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try make(String(path[..<slash]), mode: 0o755)
            made = attempt(path, mode: mode)
        }
        guard made == 0 || made == EEXIST else {
            throw SystemError(call: "mkdir", code: made, detail: path)
        }
    }

    /// Tries to create one folder.
    ///
    /// - Returns: 0, or the error code.
    private static func attempt(_ path: String, mode: mode_t) -> CInt {
        // This restores permissions that the umask removed.
        mkdir(path, mode) == 0 && chmod(path, mode) == 0 ? 0 : errno
    }
}
