import Synchronization

/// An entry of a ledger as it lies in memory, 128 bytes; the first one tells of the ledger itself.
///
/// 0: the mark times two, and one more while it is under way. 8: the socket, 0 for none. 16: how many bytes are to be
/// known besides. 20: how many bytes are unsent. 24: the former, when there are few; else, and the latter always, they
/// lie in a room of their own.
nonisolated struct LedgerLayout {
    static let size = 128
    /// The most bytes that lie in the entry itself.
    static let inline = size - 24
    static let aboutRoom = 1 << 18
    static let restRoom = 1 << 26
    /// Says that what follows is laid out so.
    private static let kind: UInt64 = 0x3172_6567_6465_6C61

    private let base: UnsafeMutableRawPointer

    init(_ base: UnsafeMutableRawPointer, _ place: Int) { self.base = base + (place + 1) * Self.size }

    private init(head: UnsafeMutableRawPointer) { base = head }

    static func write(name: String, count: Int, to base: UnsafeMutableRawPointer) {
        let head = LedgerLayout(head: base)
        head.write(about: Array(name.utf8), rest: count)
        head.socket = kind
    }

    /// The name of a ledger with so many entries; `nil` when it is none, or another kind of it.
    static func name(at base: UnsafeMutableRawPointer, count: Int) -> String? {
        let head = LedgerLayout(head: base)
        guard head.socket == kind, head.rest == count, head.about <= inline else { return nil }
        return String(decoding: head.inlineAbout, as: UTF8.self)
    }

    /// The word of an entry, to be written to at once: odd before something is sent, and twice the mark when it was. That
    /// the kernel is called between keeps their order. `nil` for what is not noted.
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
        (about, rest) = (bytes.count, count)
        guard bytes.count <= Self.inline else { return }
        bytes.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: base + 24, count: $0.count).copyMemory(from: $0)
        }
    }

    /// Nothing of what follows is written before this.
    func begin() {
        word |= 1
        atomicMemoryFence(ordering: .releasing)
    }

    /// All that came before is written when this is.
    func settle(_ mark: Int64) {
        atomicMemoryFence(ordering: .releasing)
        word = mark << 1
    }

    private var word: Int64 {
        get { base.load(as: Int64.self) }
        nonmutating set { base.storeBytes(of: newValue, as: Int64.self) }
    }
}
