import Systemd

/// An open file that several may read; closed when the last of them lets go.
nonisolated final class OpenFile: Sendable {
    let descriptor: FileDescriptor

    /// Takes over a descriptor.
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Opens a file.
    ///
    /// - Throws: What open(2) says.
    init(_ path: String, _ flags: CInt) throws(SystemError) {
        descriptor = try FileDescriptor(opening: path, flags)
    }
}
