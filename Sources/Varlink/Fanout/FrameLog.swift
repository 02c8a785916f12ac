public import Systemd

/// Frames that were encoded once, the newest of all, in memory: whoever wants some of them reads them here.
///
/// There is one for all readers that are told in the same form. What somebody still lacks is sent or given up before
/// it is written over.
public final class FrameLog {
    /// One frame, as long as it is held.
    public nonisolated struct Frame: Sendable {
        /// Where it lies; `nil` when it is larger than the log.
        let place: UInt64?
        let count: Int
    }

    let sockets: SocketSet
    private let memory: MirroredMemory
    /// How many bytes were ever appended.
    private var end: UInt64 = 0
    /// Those who may lack something, and where the first of it lies, at least.
    private var readers: [SharedFrames] = []
    private var needed = UInt64.max

    /// Makes an empty log.
    ///
    /// - Parameters:
    ///   - sockets: The set that all readers belong to.
    ///   - capacity: How many bytes are held, at least; memory is taken as it is used.
    /// - Throws: When there is no memory.
    public init(in sockets: SocketSet, capacity: Int) throws(SystemError) {
        self.sockets = sockets
        memory = try MirroredMemory(capacity: capacity)
    }

    /// Adds a frame, for whoever wants it: a whole message with its delimiter.
    public func append(_ frame: [UInt8]) -> Frame {
        guard frame.count <= memory.count else { return Frame(place: nil, count: frame.count) }
        makeRoom(for: frame.count)
        frame.withUnsafeBytes {
            (memory.base + Int(end % UInt64(memory.count))).copyMemory(
                from: $0.baseAddress!, byteCount: $0.count)
        }
        defer { end += UInt64(frame.count) }
        return Frame(place: end, count: frame.count)
    }

    /// The bytes at a place, which the log still holds.
    func bytes(at place: UInt64, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory.base + Int(place % UInt64(memory.count)), count: count)
    }

    /// Somebody who lacked nothing before lacks what lies at a place.
    func add(_ reader: SharedFrames, lacking place: UInt64) {
        readers.append(reader)
        needed = min(needed, place)
    }

    /// Makes room for bytes, at the cost of those who are so far behind that they need what stands there. A quarter of
    /// the log goes at once, so that the next frames find room without looking at everybody again.
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
