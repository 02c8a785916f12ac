import Glibc

extension Folder {
    /// The names in a directory, in order.
    static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a directory with all that it contains.
    static func removeAny(_ path: String) {
        if unlink(path) != 0 { remove(path) }
    }

    /// Copies a file, or a directory with all that it contains, with their modes and times.
    static func copy(_ path: String, to target: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            mkdir(target, 0o700)
            for name in names(in: path) { copy("\(path)/\(name)", to: "\(target)/\(name)") }
        case S_IFREG: write(read(path) ?? [], to: target, inPlace: true)
        default: return
        }
        chmod(target, status.st_mode & 0o7777)
        let times = [status.st_atim, status.st_mtim]
        utimensat(AT_FDCWD, target, times, 0)
    }

    /// The number of a file; 0 if it does not exist.
    static func inode(_ path: String) -> ino_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : 0
    }
}
