import Systemd

/// A document from the folder for incoming documents, and the file that it was read from.
public nonisolated struct IncomingDocument: Sendable {
    /// The document.
    public let document: Document
    let stamp: FileStamp
    let name: String
    let folder: String

    /// Removes the file that was read. Another file that has replaced it under that name is kept and read
    /// next.
    public func remove() {
        // A file that cannot be removed is read again, which changes nothing.
        guard let folder = try? FileDescriptor(directory: folder) else { return }
        folder.remove(name, device: UInt64(stamp.device), inode: UInt64(stamp.inode))
    }
}
