import Glibc
import SimulatedSystem

/// Directories and files of the simulated machine, as its other programs write them.
enum Folder {
    /// Creates a directory and those above it.
    static func make(_ path: String) {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        if !parent.isEmpty, access("/" + parent, F_OK) != 0 { make("/" + parent) }
        precondition(mkdir(path, 0o755) == 0 || errno == EEXIST, "mkdir \(path): \(errno)")
    }

    /// Removes a directory with all that it contains, if it exists.
    static func remove(_ path: String) {
        for name in names(in: path) { removeAny("\(path)/\(name)") }
        rmdir(path)
    }

    /// Replaces a file by rename, or writes it in place.
    static func write(_ bytes: [UInt8], to path: String, inPlace: Bool = false) {
        let name = inPlace ? path : path + ".new"
        let file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        precondition(file >= 0, "open \(name): \(errno)")
        precondition(Glibc.write(file, bytes, bytes.count) == bytes.count, "write \(name): \(errno)")
        var times = [Folder.now, Folder.now]
        futimens(file, &times)
        close(file)
        if !inPlace { precondition(rename(name, path) == 0, "rename \(name): \(errno)") }
    }

    /// The simulated wall clock: the real one gives files other times.
    private static var now: timespec {
        let wall = simulated_wall()
        return timespec(tv_sec: Int(wall / 1_000_000_000), tv_nsec: Int(wall % 1_000_000_000))
    }

    /// The bytes of a file; `nil` if it does not exist.
    static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(file, &part, part.count)
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: part.prefix(count))
        }
    }
}
