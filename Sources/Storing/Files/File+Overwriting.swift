import Glibc

extension File {
    /// The size, in bytes, of the blocks of most file systems.
    static let block = 4_096

    /// Replaces the contents of a file that has at most one block, in place and without waiting for the disk.
    ///
    /// That writes one block, where a new file with its inode and the entry of its directory takes several.
    /// After a crash or an error, the file may be torn: whoever reads it must notice that.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - bytes: The new contents, at most one block.
    /// - Returns: Whether there is such a file; otherwise nothing was written.
    /// - Throws: `StoreError` if the file cannot be opened or written.
    static func overwrite(_ path: String, with bytes: [UInt8]) throws(StoreError) -> Bool {
        guard let size = try size(of: path), size <= block, bytes.count <= block else { return false }
        let file = try opening(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        try file.write(bytes)
        guard size > bytes.count, ftruncate(file.descriptor, off_t(bytes.count)) != 0 else { return true }
        throw StoreError(errno: errno, doing: "shorten \(path)")
    }
}
