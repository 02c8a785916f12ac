public import Systemd
import Glibc

/// The progress of subscribers, in memory that outlives the process: a successor that receives the sockets
/// and this ledger continues where the process ended, even if it was killed.
///
/// An entry is marked as in progress before anything is sent, and settled once it states what was sent. When
/// a process dies, at most one entry is in progress, and the progress of that subscriber is unknown; all
/// other entries are exact.
public final class Ledger {
    /// The recorded progress of one subscriber.
    public nonisolated struct Entry: Sendable {
        /// The index of the entry.
        public let place: Int
        /// The inode number of its socket.
        public let socket: UInt64
        /// The mark up to which everything that concerns the subscriber has been sent, or started to be sent.
        public let mark: Int64
        /// Further data of the caller about the subscriber.
        public let about: [UInt8]
        /// The unsent rest of a message that was partly sent.
        public let rest: [UInt8]
    }

    /// The name of the log that the marks refer to.
    public private(set) var name: String
    private let memory: KeptMemory
    private let capacity: Int
    private var free: [Int]

    /// Creates an empty ledger.
    ///
    /// - Parameters:
    ///   - name: The name of the log that the marks refer to, at most 100 bytes.
    ///   - count: The number of entries.
    /// - Throws: An error if memory cannot be mapped.
    public init(named name: String, entries count: Int) throws(SystemError) {
        precondition(name.utf8.count <= LedgerLayout.inline, "a name too long for a ledger")
        memory = try KeptMemory(mapping: (count + 1) * LedgerLayout.size)
        self.name = name
        capacity = count
        free = Array((0..<count).reversed())
        LedgerLayout.write(name: name, count: count, to: memory.base)
    }

    /// Opens the ledger of a process that has ended.
    ///
    /// - Parameters:
    ///   - file: The ledger's memory file.
    ///   - count: The number of entries.
    /// - Throws: An error if the file cannot be mapped, or has another layout than this program's.
    public init(adopting file: consuming FileDescriptor, entries count: Int) throws(SystemError) {
        let memory = try KeptMemory(adopting: file, mapping: (count + 1) * LedgerLayout.size)
        guard let name = LedgerLayout.name(at: memory.base, count: count) else {
            throw SystemError(call: "ledger", code: EPROTO, detail: "of another kind")
        }
        let base = memory.base
        free = (0..<count).reversed().filter { LedgerLayout(base, $0).socket == 0 }
        self.name = name
        capacity = count
        self.memory = memory
    }

    /// Returns a number that identifies a socket across processes; `nil` on failure.
    public static func socket(_ raw: CInt) -> UInt64? {
        var status = stat()
        return fstat(raw, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// The descriptor to store with the service manager; borrowed.
    public var raw: CInt { memory.raw }

    /// Whether there is a free entry.
    public var hasRoom: Bool { !free.isEmpty }

    /// The number of entries in use.
    public var count: Int { capacity - free.count }

    /// The entries that are not in progress.
    public var entries: [Entry] {
        (0..<capacity).compactMap { place in
            let entry = LedgerLayout(memory.base, place)
            guard entry.socket != 0, !entry.isUnderWay else { return nil }
            // An unreadable entry is treated like one in progress.
            return try? read(entry, place)
        }
    }

    /// Changes the name of the log that all marks refer to. If the process ends meanwhile, the name is empty.
    ///
    /// - Parameter name: At most 100 bytes.
    public func rename(to name: String) {
        precondition(name.utf8.count <= LedgerLayout.inline, "a name too long for a ledger")
        self.name = name
        LedgerLayout.rename(to: name, at: memory.base)
    }

    /// Frees all entries except the given ones.
    public func retain(_ places: Set<Int>) {
        for place in 0..<capacity
        where LedgerLayout(memory.base, place).socket != 0 && !places.contains(place) {
            forget(place)
        }
    }

    /// Frees an entry.
    func forget(_ place: Int) {
        let entry = LedgerLayout(memory.base, place)
        entry.markInProgress()
        entry.socket = 0
        freeRoom(of: entry, place)
        free.append(place)
    }
}

extension Ledger {
    /// The progress word of the first entry; the word of each further entry is `LedgerLayout.size` bytes
    /// later.
    var words: UnsafeMutableRawPointer { memory.base + LedgerLayout.size }

    /// Allocates an entry, which starts as in progress; `nil` if there is no room.
    func allocate(_ socket: UInt64) -> Int? {
        guard let place = free.popLast() else { return nil }
        let entry = LedgerLayout(memory.base, place)
        entry.markInProgress()
        entry.about = 0
        entry.rest = 0
        entry.socket = socket
        return place
    }

    /// Marks the entry as in progress, before something is sent.
    func markInProgress(_ place: Int) { LedgerLayout(memory.base, place).markInProgress() }

    /// Records the progress of a subscriber. An entry that cannot be recorded stays in progress.
    func record(_ place: Int, mark: Int64, about: [UInt8], rest: [UInt8]) {
        let entry = LedgerLayout(memory.base, place)
        entry.markInProgress()
        do throws(SystemError) {
            if about.count > LedgerLayout.inline { try write(about, to: place, at: 0) }
            if !rest.isEmpty { try write(rest, to: place, at: LedgerLayout.aboutRoom) }
        } catch {
            return log(.warning, "cannot record the position of a subscriber: \(error)")
        }
        if about.count <= LedgerLayout.inline, rest.isEmpty { freeRoom(of: entry, place) }
        entry.write(about: about, rest: rest.count)
        entry.record(mark)
    }

    private func write(_ bytes: [UInt8], to place: Int, at offset: Int) throws(SystemError) {
        guard bytes.count <= (offset == 0 ? LedgerLayout.aboutRoom : LedgerLayout.restRoom) else {
            throw SystemError(call: "ledger", code: EMSGSIZE)
        }
        try memory.write(bytes, at: room(of: place) + offset)
    }

    private func read(_ entry: LedgerLayout, _ place: Int) throws(SystemError) -> Entry {
        guard entry.about <= LedgerLayout.aboutRoom, entry.rest <= LedgerLayout.restRoom else {
            throw SystemError(call: "ledger", code: EMSGSIZE)
        }
        let about =
            entry.about <= LedgerLayout.inline
            ? entry.inlineAbout : try memory.read(entry.about, at: room(of: place))
        let rest =
            entry.rest == 0 ? [] : try memory.read(entry.rest, at: room(of: place) + LedgerLayout.aboutRoom)
        return Entry(place: place, socket: entry.socket, mark: entry.mark, about: about, rest: rest)
    }

    private func freeRoom(of entry: LedgerLayout, _ place: Int) {
        guard entry.about > LedgerLayout.inline || entry.rest > 0 else { return }
        memory.free(LedgerLayout.aboutRoom + LedgerLayout.restRoom, at: room(of: place))
    }

    /// Returns the offset of the area for data that do not fit into an entry.
    private func room(of place: Int) -> Int {
        let first = (memory.count + 0xFFFF) / 0x1_0000 * 0x1_0000
        return first + place * (LedgerLayout.aboutRoom + LedgerLayout.restRoom)
    }
}
