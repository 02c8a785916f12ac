import CSystemd
import Glibc

/// Memory that is mapped twice in succession, so that any `count` bytes that begin in the first mapping are
/// contiguous and wrap around at its end.
///
/// Source: memfd_create(2), mmap(2).
public nonisolated struct MirroredMemory: ~Copyable {
    /// The first byte of the first mapping.
    public let base: UnsafeMutableRawPointer
    /// The size of one mapping in bytes.
    public let count: Int

    /// Creates zeroed memory, whose pages are allocated when they are first written.
    ///
    /// - Parameter capacity: The minimum number of bytes, above 0; rounded up to pages.
    /// - Throws: `SystemError` if no memory or no descriptor is available.
    public init(capacity: Int) throws(SystemError) {
        let page = Int(getpagesize())
        let size = (capacity + page - 1) / page * page
        let memory = FileDescriptor(
            owning: try checked("memfd_create", memfd_create("ring", CUnsignedInt(MFD_CLOEXEC))))
        try checked("ftruncate", ftruncate(memory.raw, off_t(size)))
        base = try Self.map(memory.raw, size)
        count = size
    }

    /// Writes bytes at an offset within the first mapping.
    public func write(_ bytes: [UInt8], at offset: Int) {
        bytes.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            (base + offset).copyMemory(from: first, byteCount: bytes.count)
        }
    }

    /// Maps a file twice into an address range that is reserved first, so that nothing else is mapped in
    /// between.
    private static func map(_ raw: CInt, _ size: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        let room = mmap(nil, size * 2, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let room, room != MAP_FAILED else { throw .last("mmap") }
        for place in [room, room + size] {
            let half = mmap(place, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, raw, 0)
            if half == MAP_FAILED {
                let error = SystemError.last("mmap")
                munmap(room, size * 2)
                throw error
            }
        }
        return room
    }

    deinit {
        munmap(base, count * 2)
    }
}
