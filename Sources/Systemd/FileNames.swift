import Glibc

/// The names in a directory.
public nonisolated enum FileNames {
    /// Returns all names except `.` and `..`, in no order.
    ///
    /// - Throws: The error of opendir(3) or readdir(3); an incomplete list of names is never returned.
    public static func of(_ directory: String) throws(SystemError) -> [String] {
        guard let stream = opendir(directory) else { throw .last("opendir", directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = try next(stream, directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    private static func next(
        _ stream: OpaquePointer, _ directory: String
    ) throws(SystemError) -> UnsafeMutablePointer<dirent>? {
        errno = 0
        let entry = readdir(stream)
        guard entry != nil || errno == 0 else { throw .last("readdir", directory) }
        return entry
    }
}
