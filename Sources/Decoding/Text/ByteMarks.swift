/// A set of up to four bytes to search for, eight bytes of text at a time.
///
/// Public, so that its functions fold into the decoders of other modules: those of package types do not.
public struct ByteMarks: Sendable {
    /// Double quotes.
    @inlinable public static var quotes: ByteMarks {
        ByteMarks(UInt8(ascii: "\""), UInt8(ascii: "\""), UInt8(ascii: "\""), UInt8(ascii: "\""))
    }

    /// Line feeds and carriage returns.
    @inlinable public static var lineEnds: ByteMarks {
        ByteMarks(UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    }

    @usableFromInline let bytes: (UInt8, UInt8, UInt8, UInt8)
    @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)

    /// Creates a set of four bytes; a smaller set repeats one of them.
    @inlinable @inline(__always)
    public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        bytes = (a, b, c, d)
        words = (ByteMarks.word(a), ByteMarks.word(b), ByteMarks.word(c), ByteMarks.word(d))
    }

    @inlinable @inline(__always)
    static func word(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Returns the offset of the first marked byte at or after `start`; `nil` if there is none.
    @inlinable @inline(__always)
    public func first(_ text: Span<UInt8>, from start: Int) -> Int? {
        var search = MarkSearch(self, from: start)
        return search.next(text)
    }

    /// Returns the highest bit of each byte of a word that is in the set.
    @inlinable @inline(__always)
    public func places(_ word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let a = word ^ words.0
        let b = word ^ words.1
        let c = word ^ words.2
        let d = word ^ words.3
        // A byte's high bit stays clear only where the byte is zero.
        let ab = (((a & low) &+ low) | a) & (((b & low) &+ low) | b)
        let cd = (((c & low) &+ low) | c) & (((d & low) &+ low) | d)
        return ~(ab & cd) & ~low
    }

    /// Whether a byte is in the set.
    @inlinable @inline(__always)
    public func contains(_ byte: UInt8) -> Bool {
        byte == bytes.0 || byte == bytes.1 || byte == bytes.2 || byte == bytes.3
    }
}

/// The position of a search that visits one marked byte after the other.
public struct MarkSearch: Sendable {
    @usableFromInline let marks: ByteMarks
    /// The offset of the word that `found` describes.
    @usableFromInline var base: Int
    /// The highest bit of each marked byte of the current word that has not been visited.
    @usableFromInline var found: UInt64 = 0
    @usableFromInline var isLoaded = false

    /// Creates a search that begins at an offset.
    @inlinable @inline(__always)
    public init(_ marks: ByteMarks, from start: Int) {
        self.marks = marks
        base = start
    }

    /// Skips the marked bytes before an offset, which must not precede the last one visited.
    @inlinable @inline(__always)
    public mutating func skip(to place: Int) {
        if isLoaded, place - base < 8 {
            found &= ~0 << UInt64(8 * (place - base))
        } else {
            base = place
            isLoaded = false
        }
    }

    /// Returns the offset of the next marked byte; `nil` if there is none.
    @inlinable @inline(__always)
    public mutating func next(_ text: Span<UInt8>) -> Int? {
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
            found = marks.places(word)
            isLoaded = true
        }
        while base < text.count {
            base += 1
            if marks.contains(text[unchecked: base - 1]) { return base - 1 }
        }
        return nil
    }
}
