import Glibc
import Systemd

/// An open file that several bodies may share; closed when the last reference is released.
///
/// Closing a large unlinked file frees its blocks, which takes 70 ms for 300 MB. A separate thread does that,
/// because the last reference may be released on the loop.
nonisolated final class OpenFile: Sendable {
    let descriptor: FileDescriptor

    /// The largest unlinked file that is closed on the calling thread, in bytes.
    private static let small = 8 << 20

    /// Takes ownership of a descriptor.
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Opens a file.
    ///
    /// - Throws: The error of open(2).
    init(_ path: String, _ flags: CInt) throws(SystemError) {
        descriptor = try FileDescriptor(opening: path, flags)
    }

    deinit {
        var status = stat()
        let isNameless = fstat(descriptor.raw, &status) == 0 && status.st_nlink == 0
        if isNameless, status.st_size > OpenFile.small { OpenFile.closeAside(descriptor.raw) }
    }

    /// Duplicates the descriptor, so that closing the original costs nothing, and closes the copy on another
    /// thread.
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
