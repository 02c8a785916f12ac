import CSystemd
import Glibc

/// Bytes in memory that nobody can alter any more, as a file without a name: what one run of a service leaves to the
/// next by the service manager's store.
///
/// Source: memfd_create(2), F_ADD_SEALS in fcntl(2).
public nonisolated enum SealedMemory {
    /// Makes a file of bytes.
    ///
    /// - Throws: When there is no memory or no descriptor left.
    public static func make(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        let flags = CUnsignedInt(MFD_CLOEXEC | MFD_ALLOW_SEALING)
        let file = FileDescriptor(owning: try checked("memfd_create", memfd_create("kept", flags)))
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file.raw, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .last("write", "sealed memory") }
            rest = rest.dropFirst(count)
        }
        try checked("fcntl", fcntl(file.raw, add_seals, all_seals), "F_ADD_SEALS")
        return file
    }

    /// All bytes of a file, wherever its position is.
    ///
    /// - Throws: When it cannot be read.
    public static func contents(of file: CInt) throws(SystemError) -> [UInt8] {
        var status = stat()
        try checked("fstat", fstat(file, &status))
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var place = 0
        while place < bytes.count {
            let count = bytes.withUnsafeMutableBytes { room in
                pread(file, room.baseAddress! + place, room.count - place, off_t(place))
            }
            guard count > 0 else { throw .last("pread", "sealed memory") }
            place += count
        }
        return bytes
    }
}
