import CSystemd
import Glibc

/// Memory that outlives the process when its descriptor is stored with the service manager: the next run of
/// the service reads what this run wrote, however this run ends.
///
/// The beginning is mapped, so that it can be written without a system call. The part after it occupies
/// memory only where data was written.
///
/// Source: memfd_create(2), fallocate(2).
public nonisolated struct KeptMemory: ~Copyable {
    /// The first mapped byte.
    public let base: UnsafeMutableRawPointer
    /// The number of mapped bytes.
    public let count: Int
    private let file: FileDescriptor

    /// Creates zeroed memory.
    ///
    /// - Parameter count: The number of bytes to map, above 0.
    /// - Throws: `SystemError` if no memory or no descriptor is available.
    public init(mapping count: Int) throws(SystemError) {
        let file = FileDescriptor(
            owning: try checked("memfd_create", memfd_create("kept", CUnsignedInt(MFD_CLOEXEC))))
        try checked("ftruncate", ftruncate(file.raw, off_t(count)))
        base = try Self.map(file.raw, count)
        self.count = count
        self.file = file
    }

    /// Adopts the memory of a previous run.
    ///
    /// - Parameters:
    ///   - file: The descriptor from the service manager.
    ///   - count: The number of bytes to map, above 0.
    /// - Throws: `SystemError` if the memory is smaller or cannot be mapped.
    public init(adopting file: consuming FileDescriptor, mapping count: Int) throws(SystemError) {
        var status = stat()
        try checked("fstat", fstat(file.raw, &status))
        guard status.st_size >= count else {
            throw SystemError(call: "mmap", code: EINVAL, detail: "too short")
        }
        base = try Self.map(file.raw, count)
        self.count = count
        self.file = file
    }

    deinit {
        munmap(base, count)
    }

    /// The borrowed descriptor, which can be stored with the service manager.
    public var raw: CInt { file.raw }

    /// Writes bytes at an offset, which may be after the mapped part.
    ///
    /// - Throws: `SystemError` if there is not enough memory; some bytes may have been written.
    public func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        var place = 0
        while place < bytes.count {
            let written = bytes.withUnsafeBytes {
                pwrite(file.raw, $0.baseAddress! + place, bytes.count - place, off_t(offset + place))
            }
            guard written > 0 else { throw .last("pwrite", "kept memory") }
            place += written
        }
    }

    /// Reads bytes at an offset.
    ///
    /// - Throws: `SystemError` if the memory ends before.
    public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var status = stat()
        try checked("fstat", fstat(file.raw, &status))
        // The length is validated against the file: it comes from untrusted input.
        guard count >= 0, offset >= 0, offset <= Int(status.st_size) - count else {
            throw SystemError(call: "pread", code: EINVAL, detail: "too short")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        var place = 0
        while place < count {
            let read = bytes.withUnsafeMutableBytes {
                pread(file.raw, $0.baseAddress! + place, count - place, off_t(offset + place))
            }
            guard read > 0 else { throw .last("pread", "kept memory") }
            place += read
        }
        return bytes
    }

    /// Releases the memory of a part, which then reads as zero.
    public func free(_ count: Int, at offset: Int) {
        // Failure only wastes memory.
        _ = fallocate(file.raw, punch_hole, off_t(offset), off_t(count))
    }

    private static func map(_ raw: CInt, _ count: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, raw, 0)
        guard let base, base != MAP_FAILED else { throw .last("mmap") }
        return base
    }
}
