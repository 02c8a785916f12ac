import Glibc
import Systemd

/// An open file that several may read; closed when the last of them lets go.
///
/// Closing a large file that has no name gives back all that it occupied, 70 ms for 300 MB: that is done on a thread of
/// its own, because the last to let go may be the loop.
nonisolated final class OpenFile: Sendable {
    let descriptor: FileDescriptor

    /// What may be closed where it is let go, bytes.
    private static let small = 8 << 20

    /// Takes over a descriptor.
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Opens a file.
    ///
    /// - Throws: What open(2) says.
    init(_ path: String, _ flags: CInt) throws(SystemError) {
        descriptor = try FileDescriptor(opening: path, flags)
    }

    deinit {
        var status = stat()
        let isNameless = fstat(descriptor.raw, &status) == 0 && status.st_nlink == 0
        if isNameless, status.st_size > OpenFile.small { OpenFile.closeAside(descriptor.raw) }
    }

    /// Takes a second number for the file, so that closing the first costs nothing, and closes that on another thread.
    private static func closeAside(_ raw: CInt) {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return }
        var thread = pthread_t()
        let number = UnsafeMutableRawPointer(bitPattern: Int(copy))
        let result = pthread_create(&thread, nil, closeNumber, number)
        if result == 0 { pthread_detach(thread) } else { close(copy) }
    }
}

private nonisolated func closeNumber(_ number: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    close(CInt(Int(bitPattern: number)))
    return nil
}
