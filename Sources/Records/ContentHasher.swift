/// Hashes what a record says, part by part: 128 bits, several times as fast as SipHash.
///
/// Equal parts, equal hash, in every process and on every machine, so that it can be kept. It tells what changed from
/// what did not; it does not withstand whoever makes data on purpose so that hashes agree, who would hide no more than
/// a change of his own.
///
/// Construction: each 16 bytes enter two words whose product, 128 bits wide, enters both; long parts go through four
/// such pairs side by side. The step is that of komihash (Vaneev), the arrangement is ours.
public struct ContentHasher {
    private var pair = HashPair(0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344)

    /// Has hashed nothing yet.
    public init() {}

    /// Takes the bytes of the next part; where a part ends makes a difference.
    public mutating func add(_ part: Span<UInt8>) { add(part.bytes) }

    /// Takes the bytes of the next part; where a part ends makes a difference.
    public mutating func add(_ bytes: RawSpan) {
        let count = bytes.byteCount
        var at = 0
        if count >= 64 { at = addLong(bytes) }
        while at + 16 <= count {
            pair.mix(bytes.word(at), bytes.word(at + 8))
            at += 16
        }
        let length = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
        switch count - at {
        case 8...: pair.mix(bytes.word(at) &+ length, bytes.word(count - 8))
        case 4...: pair.mix(bytes.half(at) | bytes.half(count - 4) << 32, length)
        case let few: pair.mix(bytes.few(at, few), length)
        }
    }

    /// Takes the bytes of a text as the next part; sooner than by their span, which is made anew each time.
    mutating func add(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { add($0.span.bytes) }
        // Texts that lie in pieces come from other languages than ours.
        if isDone == nil { add(Array(text.utf8).span.bytes) }
    }

    /// Takes a word as the next part.
    public mutating func add(_ word: UInt64) { pair.mix(word, 0xA409_3822_299F_31D0) }

    /// Takes what another has taken, which was reckoned beside this and not behind it.
    mutating func add(_ other: ContentHasher) { pair.mix(other.pair.first, other.pair.second) }

    /// The hash of what was taken so far.
    public var value: RecordHash {
        var (one, two) = (pair, pair)
        one.mix(0x082E_FA98_EC4E_6C89, 0x4528_21E6_38D0_1377)
        two.mix(0xBE54_66CF_34E9_0C6C, 0xC0AC_29B7_C97C_50DD)
        return RecordHash(low: one.first, high: two.first)
    }

    /// Takes whole 64 bytes by four pairs and joins these.
    ///
    /// - Returns: Where the rest begins.
    private mutating func addLong(_ bytes: RawSpan) -> Int {
        var (one, two) = (pair, pair.other(0x3F84_D5B5_B547_0917))
        var (three, four) = (pair.other(0x9216_D5D9_8979_FB1B), pair.other(0xD131_0BA6_98DF_B5AC))
        var at = 0
        while at + 64 <= bytes.byteCount {
            one.mix(bytes.word(at), bytes.word(at + 8))
            two.mix(bytes.word(at + 16), bytes.word(at + 24))
            three.mix(bytes.word(at + 32), bytes.word(at + 40))
            four.mix(bytes.word(at + 48), bytes.word(at + 56))
            at += 64
        }
        one.mix(two.first, two.second)
        three.mix(four.first, four.second)
        one.mix(three.first, three.second)
        pair = one
        return at
    }
}

/// Two words into which everything is mixed.
private struct HashPair {
    private(set) var first: UInt64
    private(set) var second: UInt64

    init(_ first: UInt64, _ second: UInt64) { (self.first, self.second) = (first, second) }

    @inline(__always)
    mutating func mix(_ low: UInt64, _ high: UInt64) {
        let product = (first ^ low).multipliedFullWidth(by: second ^ high)
        second = second &+ product.high
        first = product.low ^ second
    }

    func other(_ word: UInt64) -> HashPair { HashPair(first ^ word, second &+ word) }
}

extension RawSpan {
    /// Eight bytes that must be there, the first the lowest.
    @inline(__always)
    fileprivate func word(_ at: Int) -> UInt64 {
        UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self))
    }

    /// Four bytes that must be there.
    @inline(__always)
    fileprivate func half(_ at: Int) -> UInt64 {
        let half = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt32.self)
        return UInt64(UInt32(littleEndian: half))
    }

    /// Up to three bytes.
    @inline(__always)
    fileprivate func few(_ at: Int, _ count: Int) -> UInt64 {
        guard count > 0 else { return 0 }
        let (first, middle) = (byte(at), byte(at + count / 2))
        return first | middle << 8 | byte(at + count - 1) << 16
    }

    @inline(__always)
    private func byte(_ at: Int) -> UInt64 {
        UInt64(unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt8.self))
    }
}

extension RecordHash {
    // Only reads, as `Record.hash`.
    /// 64 bits that stand for content of this hash under a key.
    @_effects(readonly)
    public func number(under key: String) -> UInt64 {
        var hasher = ContentHasher()
        hasher.add(key)
        return hasher.number(of: self)
    }

    /// 64 bits that stand for content of this hash under a key.
    public func number(under key: Span<UInt8>) -> UInt64 {
        var hasher = ContentHasher()
        hasher.add(key.bytes)
        return hasher.number(of: self)
    }
}

extension ContentHasher {
    fileprivate func number(of hash: RecordHash) -> UInt64 {
        var last = pair
        last.mix(hash.low, hash.high)
        return last.first
    }
}
