import Glibc

/// The names in a directory.
public nonisolated enum FileNames {
    /// All but `.` and `..`, in no order.
    ///
    /// - Throws: What opendir(3) says.
    public static func of(_ directory: String) throws(SystemError) -> [String] {
        guard let stream = opendir(directory) else { throw .last("opendir", directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
