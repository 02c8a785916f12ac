public import Systemd
import Glibc

/// How far each of some readers is, in memory that outlives the process: whoever has their sockets and this goes on
/// where it ended, though it was killed.
///
/// An entry is marked as under way before anything is sent, and settled when it says what was sent. Of the one entry
/// at most that was under way nobody knows how far its reader is; all others are exact.
public final class Ledger {
    /// What was noted of a reader.
    public nonisolated struct Entry: Sendable {
        /// Which entry it is.
        public let place: Int
        /// The number of its socket's inode.
        public let socket: UInt64
        /// The mark up to which it was sent, or begun to be sent, all that concerns it.
        public let mark: Int64
        /// What else is to be known of it.
        public let about: [UInt8]
        /// What it was begun to be sent and has not taken.
        public let rest: [UInt8]
    }

    /// What the marks are of.
    public let name: String
    private let memory: KeptMemory
    private let capacity: Int
    private var free: [Int]

    /// Makes an empty ledger.
    ///
    /// - Parameters:
    ///   - name: What the marks are of, at most 100 bytes.
    ///   - count: How many readers it has room for.
    /// - Throws: When there is no memory.
    public init(named name: String, entries count: Int) throws(SystemError) {
        precondition(name.utf8.count <= LedgerLayout.inline, "a name too long for a ledger")
        memory = try KeptMemory(mapping: (count + 1) * LedgerLayout.size)
        (self.name, capacity, free) = (name, count, Array((0..<count).reversed()))
        LedgerLayout.write(name: name, count: count, to: memory.base)
    }

    /// Takes up the ledger of a process that has ended.
    ///
    /// - Parameters:
    ///   - file: What was left of it.
    ///   - count: How many readers it has room for.
    /// - Throws: When it cannot be read, or is of another kind than this program's.
    public init(adopting file: consuming FileDescriptor, entries count: Int) throws(SystemError) {
        let memory = try KeptMemory(adopting: file, mapping: (count + 1) * LedgerLayout.size)
        guard let name = LedgerLayout.name(at: memory.base, count: count) else {
            throw SystemError(call: "ledger", code: EPROTO, detail: "of another kind")
        }
        let base = memory.base
        free = (0..<count).reversed().filter { LedgerLayout(base, $0).socket == 0 }
        (self.name, capacity) = (name, count)
        self.memory = memory
    }

    /// What tells one socket from another, in any process; `nil` when it cannot be had.
    public static func socket(_ raw: CInt) -> UInt64? {
        var status = stat()
        return fstat(raw, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// The descriptor, to be left with the service manager; borrowed.
    public var raw: CInt { memory.raw }

    /// Whether one more reader can be noted.
    public var hasRoom: Bool { !free.isEmpty }

    /// How many readers are noted.
    public var count: Int { capacity - free.count }

    /// What is noted of all readers whose entries were not under way.
    public var entries: [Entry] {
        (0..<capacity).compactMap { place in
            let entry = LedgerLayout(memory.base, place)
            guard entry.socket != 0, !entry.isUnderWay else { return nil }
            // One that cannot be read is as one that was under way.
            return try? read(entry, place)
        }
    }

    /// Forgets all readers but some.
    public func retain(_ places: Set<Int>) {
        for place in 0..<capacity
        where LedgerLayout(memory.base, place).socket != 0 && !places.contains(place) {
            forget(place)
        }
    }

    /// Forgets a reader.
    func forget(_ place: Int) {
        let entry = LedgerLayout(memory.base, place)
        entry.begin()
        entry.socket = 0
        freeRoom(of: entry, place)
        free.append(place)
    }
}

extension Ledger {
    /// The word that says how far the first reader is; those of the others follow, each `LedgerLayout.size` farther.
    var words: UnsafeMutableRawPointer { memory.base + LedgerLayout.size }

    /// Begins an entry, which is under way; `nil` when there is no room.
    func take(_ socket: UInt64) -> Int? {
        guard let place = free.popLast() else { return nil }
        let entry = LedgerLayout(memory.base, place)
        entry.begin()
        (entry.about, entry.rest) = (0, 0)
        entry.socket = socket
        return place
    }

    /// Something is about to be sent.
    func begin(_ place: Int) { LedgerLayout(memory.base, place).begin() }

    /// Notes how far a reader is. What cannot be noted stays under way.
    func settle(_ place: Int, mark: Int64, about: [UInt8], rest: [UInt8]) {
        let entry = LedgerLayout(memory.base, place)
        entry.begin()
        do throws(SystemError) {
            if about.count > LedgerLayout.inline { try write(about, to: place, at: 0) }
            if !rest.isEmpty { try write(rest, to: place, at: LedgerLayout.aboutRoom) }
        } catch {
            return log(.warning, "cannot note how far a reader is: \(error)")
        }
        if about.count <= LedgerLayout.inline, rest.isEmpty { freeRoom(of: entry, place) }
        entry.write(about: about, rest: rest.count)
        entry.settle(mark)
    }

    private func write(_ bytes: [UInt8], to place: Int, at offset: Int) throws(SystemError) {
        guard bytes.count <= (offset == 0 ? LedgerLayout.aboutRoom : LedgerLayout.restRoom) else {
            throw SystemError(call: "ledger", code: EMSGSIZE)
        }
        try memory.write(bytes, at: room(of: place) + offset)
    }

    private func read(_ entry: LedgerLayout, _ place: Int) throws(SystemError) -> Entry {
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

    /// Where the room begins of what does not fit into an entry.
    private func room(of place: Int) -> Int {
        let first = (memory.count + 0xFFFF) / 0x1_0000 * 0x1_0000
        return first + place * (LedgerLayout.aboutRoom + LedgerLayout.restRoom)
    }
}
