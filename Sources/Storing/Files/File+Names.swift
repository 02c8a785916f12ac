import Glibc

extension File {
    /// Creates a directory and its missing parents.
    static func makeDirectory(_ path: String, mode: mode_t) throws(StoreError) {
        if mkdir(path, mode) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw StoreError(errno: errno, doing: "make \(path)")
        }
        try makeDirectory(String(path[..<slash]), mode: 0o755)
        // Another process may have made it since.
        guard mkdir(path, mode) == 0 || errno == EEXIST else {
            throw StoreError(errno: errno, doing: "make \(path)")
        }
    }

    /// Returns the size of a file in bytes; `nil` when there is none.
    static func size(of path: String) throws(StoreError) -> Int? {
        var status = stat()
        if lstat(path, &status) == 0 { return Int(status.st_size) }
        guard errno == ENOENT else { throw StoreError(errno: errno, doing: "look at \(path)") }
        return nil
    }

    /// Returns the names in a directory, in no order; none when it does not exist.
    static func names(in path: String) throws(StoreError) -> [String] {
        guard let directory = opendir(path) else {
            if errno == ENOENT { return [] }
            throw StoreError(errno: errno, doing: "list \(path)")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 } }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    /// Whether this process may write an existing file.
    static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// Renames a file and replaces any file that has the new name.
    static func rename(_ path: String, to target: String) throws(StoreError) {
        guard Glibc.rename(path, target) == 0 else {
            throw StoreError(errno: errno, doing: "rename \(path) to \(target)")
        }
    }

    /// Removes a file, if it exists.
    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StoreError(errno: errno, doing: "remove \(path)")
        }
    }

    /// Removes a database and all files that belong to it.
    static func removeDatabase(_ path: String) throws(StoreError) {
        for suffix in ["-journal", "-wal", "-shm", ""] { try remove(path + suffix) }
    }

    /// Synchronizes a directory, so that the names in it are on the disk.
    static func synchronizeDirectory(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "open \(path)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, doing: "synchronize \(path)") }
    }
}
