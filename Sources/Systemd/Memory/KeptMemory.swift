import CSystemd
import Glibc

/// Memory that outlives the process when its descriptor is left with the service manager: what one run of a service
/// notes the next one reads, however the first one ended.
///
/// The beginning is mapped, to be written to without a call. What lies behind it takes room only where something was
/// written.
///
/// Source: memfd_create(2), fallocate(2).
public nonisolated struct KeptMemory: ~Copyable {
    /// The first byte of what is mapped.
    public let base: UnsafeMutableRawPointer
    /// How many bytes are mapped.
    public let count: Int
    private let file: FileDescriptor

    /// Makes memory that is all zero.
    ///
    /// - Parameter count: How many bytes are mapped, above 0.
    /// - Throws: When there is no memory or no descriptor left.
    public init(mapping count: Int) throws(SystemError) {
        let file = FileDescriptor(
            owning: try checked("memfd_create", memfd_create("kept", CUnsignedInt(MFD_CLOEXEC))))
        try checked("ftruncate", ftruncate(file.raw, off_t(count)))
        base = try Self.map(file.raw, count)
        self.count = count
        self.file = file
    }

    /// Takes up the memory of a run before.
    ///
    /// - Parameters:
    ///   - file: What the manager handed over.
    ///   - count: How many bytes are mapped, above 0.
    /// - Throws: When it has less than these, or cannot be mapped.
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

    /// The descriptor, to be left with the service manager; borrowed.
    public var raw: CInt { file.raw }

    /// Writes bytes at a place, behind what is mapped too.
    ///
    /// - Throws: When there is no memory left; some may have been written.
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

    /// Reads bytes from a place.
    ///
    /// - Throws: When it ends before.
    public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var status = stat()
        try checked("fstat", fstat(file.raw, &status))
        // Nobody's word is taken for how much room is needed.
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

    /// Gives back the room of a part, which is zero then.
    public func free(_ count: Int, at offset: Int) {
        // Else it would be larger than it must be, no more.
        _ = fallocate(file.raw, punch_hole, off_t(offset), off_t(count))
    }

    private static func map(_ raw: CInt, _ count: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, raw, 0)
        guard let base, base != MAP_FAILED else { throw .last("mmap") }
        return base
    }
}
