public import Systemd

/// A ring buffer of the newest encoded frames, shared by all subscribers that receive the same wire format.
///
/// Each frame is encoded once. Before a frame is overwritten, it is sent to the subscribers that still need
/// it, or these fall behind.
public final class FrameLog {
    /// The position and length of an appended frame.
    public nonisolated struct Frame: Sendable {
        /// The position in the log; `nil` if the frame is larger than the log.
        let place: UInt64?
        let count: Int
    }

    let sockets: SocketSet
    private let memory: MirroredMemory
    /// The number of bytes ever appended.
    private var end: UInt64 = 0
    /// The groups that may have unsent frames; `needed` is a lower bound on the position of the first of
    /// these frames.
    private var readers: [any FrameLogReader] = []
    private var needed = UInt64.max

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - sockets: The set that all subscribers belong to.
    ///   - capacity: The minimum number of bytes held; memory is allocated as it is used.
    /// - Throws: An error if memory cannot be mapped.
    public init(in sockets: SocketSet, capacity: Int) throws(SystemError) {
        self.sockets = sockets
        memory = try MirroredMemory(capacity: capacity)
    }

    /// Appends a frame: a complete message with its delimiter.
    public func append(_ frame: [UInt8]) -> Frame {
        guard frame.count <= memory.count else { return Frame(place: nil, count: frame.count) }
        makeRoom(for: frame.count)
        memory.write(frame, at: Int(end % UInt64(memory.count)))
        defer { end += UInt64(frame.count) }
        return Frame(place: end, count: frame.count)
    }

    /// Returns the bytes at a position that the log still holds.
    func bytes(at place: UInt64, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory.base + Int(place % UInt64(memory.count)), count: count)
    }

    /// Registers a group whose first unsent frame is at the given position.
    func add(_ reader: any FrameLogReader, lacking place: UInt64) {
        readers.append(reader)
        needed = min(needed, place)
    }

    /// Makes room for a frame; subscribers that still need the overwritten bytes fall behind. A quarter of
    /// the log is freed at once, so that the next frames need no further search.
    private func makeRoom(for count: Int) {
        let size = UInt64(memory.count)
        let needsEnd = end + UInt64(count)
        guard needsEnd > size, needsEnd - size > needed else { return }
        let limit = min(end, needsEnd - size + size / 4)
        needed = .max
        readers = readers.filter { reader in
            guard let place = reader.letGo(before: limit) else { return false }
            needed = min(needed, place)
            return true
        }
    }
}

/// A group of subscribers that sends the frames of a log.
///
/// A protocol, so that the log, which several groups share, does not depend on groups.
protocol FrameLogReader: AnyObject {
    /// Prepares for overwriting everything before a position in the log: sends it, or removes the subscribers
    /// that cannot receive it.
    ///
    /// - Returns: The position of the first frame that may be unsent; `nil` if there is none.
    func letGo(before place: UInt64) -> UInt64?
}
