/// Up to four bytes that mean something, found eight bytes at a time.
struct ByteMarks {
    /// Double quotes.
    static let quotes = ByteMarks(0x22, 0x22, 0x22, 0x22)

    /// Line feeds and carriage returns.
    static let lineEnds = ByteMarks(0x0A, 0x0D, 0x0A, 0x0D)

    private let bytes: (UInt8, UInt8, UInt8, UInt8)
    private let words: (UInt64, UInt64, UInt64, UInt64)

    init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        bytes = (a, b, c, d)
        words = (ByteMarks.spread(a), ByteMarks.spread(b), ByteMarks.spread(c), ByteMarks.spread(d))
    }

    /// The first of them from a place on; `nil` when there is none.
    @inline(__always)
    func first(_ text: Span<UInt8>, from: Int) -> Int? {
        var search = MarkSearch(self, from: from)
        return search.next(text)
    }

    /// The high bit of every byte of a word that is one of them.
    @inline(__always)
    func places(_ word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let (a, b) = (word ^ words.0, word ^ words.1)
        let (c, d) = (word ^ words.2, word ^ words.3)
        // A byte's high bit stays clear only where the byte is zero.
        let ab = (((a & low) &+ low) | a) & (((b & low) &+ low) | b)
        let cd = (((c & low) &+ low) | c) & (((d & low) &+ low) | d)
        return ~(ab & cd) & ~low
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte == bytes.0 || byte == bytes.1 || byte == bytes.2 || byte == bytes.3
    }

    private static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}

/// A walk from mark to mark.
struct MarkSearch {
    private let marks: ByteMarks
    /// Where the word begins of which `found` tells.
    private var base: Int
    private var found: UInt64 = 0
    private var isLoaded = false

    @inline(__always)
    init(_ marks: ByteMarks, from: Int) { (self.marks, base) = (marks, from) }

    /// Leaves marks out that stand before a place, which must lie behind the last mark found.
    @inline(__always)
    mutating func skip(to place: Int) {
        if isLoaded, place - base < 8 {
            found &= ~0 << UInt64(8 * (place - base))
        } else {
            (base, isLoaded) = (place, false)
        }
    }

    /// The next mark; `nil` when there is none.
    @inline(__always)
    mutating func next(_ text: Span<UInt8>) -> Int? {
        while true {
            if isLoaded {
                if found != 0 {
                    let place = base + found.trailingZeroBitCount >> 3
                    found &= found &- 1
                    return place
                }
                base += 8
                isLoaded = false
            }
            guard base + 8 <= text.count else { break }
            let word = unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: base, as: UInt64.self)
            (found, isLoaded) = (marks.places(word), true)
        }
        while base < text.count {
            base += 1
            if marks.contains(text[unchecked: base - 1]) { return base - 1 }
        }
        return nil
    }
}
