import Glibc

/// The file systems of the machine.
public nonisolated enum FileSystem {
    /// Returns the number of bytes that users without privileges can still write to the file system of a
    /// path.
    ///
    /// - Throws: The error of statvfs(3).
    public static func freeBytes(_ path: String) throws(SystemError) -> Int {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw .last("statvfs", path) }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
            by: UInt64(status.f_frsize))
        return overflow ? .max : Int(clamping: bytes)
    }
}
