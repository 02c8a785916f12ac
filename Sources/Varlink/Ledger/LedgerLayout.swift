import Synchronization

/// The layout of a ledger entry in memory, 128 bytes; the first entry is the header of the ledger.
///
/// 0: the mark times two, plus one while in progress. 8: the socket, 0 if free. 16: the number of bytes of
/// the caller's data. 20: the number of unsent bytes. 24: the caller's data, if they fit; otherwise they are
/// stored in a separate area, as unsent bytes always are.
nonisolated struct LedgerLayout {
    static let size = 128
    /// The maximum number of bytes stored in the entry itself.
    static let inline = size - 24
    static let aboutRoom = 1 << 18
    static let restRoom = 1 << 26
    /// The magic number of this layout.
    private static let kind: UInt64 = 0x3172_6567_6465_6C61

    private let base: UnsafeMutableRawPointer

    init(_ base: UnsafeMutableRawPointer, _ place: Int) { self.base = base + (place + 1) * Self.size }

    private init(head: UnsafeMutableRawPointer) { base = head }

    static func write(name: String, count: Int, to base: UnsafeMutableRawPointer) {
        let head = LedgerLayout(head: base)
        head.write(about: Array(name.utf8), rest: count)
        head.socket = kind
    }

    /// Replaces the name, which is empty meanwhile.
    static func rename(to name: String, at base: UnsafeMutableRawPointer) {
        let head = LedgerLayout(head: base)
        let bytes = Array(name.utf8)
        head.about = 0
        atomicMemoryFence(ordering: .releasing)
        bytes.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: base + 24, count: $0.count).copyMemory(from: $0)
        }
        atomicMemoryFence(ordering: .releasing)
        head.about = bytes.count
    }

    /// Returns the name of a ledger with the given number of entries; `nil` if the memory holds none, or one
    /// of another layout.
    static func name(at base: UnsafeMutableRawPointer, count: Int) -> String? {
        let head = LedgerLayout(head: base)
        guard head.socket == kind, head.rest == count, head.about <= inline else { return nil }
        return String(decoding: head.inlineAbout, as: UTF8.self)
    }

    /// Returns the progress word of an entry, for direct access: odd before a send, twice the mark after it.
    /// The system call in between preserves the order of the two writes. `nil` without an entry.
    @inline(__always)
    static func word(at entry: Int16, of words: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Int64>? {
        guard entry >= 0, let words else { return nil }
        return (words + Int(entry) * size).assumingMemoryBound(to: Int64.self)
    }

    var mark: Int64 { word >> 1 }
    var isUnderWay: Bool { word & 1 == 1 }

    var socket: UInt64 {
        get { base.load(fromByteOffset: 8, as: UInt64.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: 8, as: UInt64.self) }
    }

    var about: Int {
        get { Int(base.load(fromByteOffset: 16, as: UInt32.self)) }
        nonmutating set { base.storeBytes(of: UInt32(newValue), toByteOffset: 16, as: UInt32.self) }
    }

    var rest: Int {
        get { Int(base.load(fromByteOffset: 20, as: UInt32.self)) }
        nonmutating set { base.storeBytes(of: UInt32(newValue), toByteOffset: 20, as: UInt32.self) }
    }

    var inlineAbout: [UInt8] { Array(UnsafeRawBufferPointer(start: base + 24, count: about)) }

    func write(about bytes: [UInt8], rest count: Int) {
        about = bytes.count
        rest = count
        guard bytes.count <= Self.inline else { return }
        bytes.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: base + 24, count: $0.count).copyMemory(from: $0)
        }
    }

    /// Sets the in-progress bit; the fence keeps later writes after it.
    func markInProgress() {
        word |= 1
        atomicMemoryFence(ordering: .releasing)
    }

    /// Records the mark; the fence keeps earlier writes before it.
    func record(_ mark: Int64) {
        atomicMemoryFence(ordering: .releasing)
        word = mark << 1
    }

    private var word: Int64 {
        get { base.load(as: Int64.self) }
        nonmutating set { base.storeBytes(of: newValue, as: Int64.self) }
    }
}
