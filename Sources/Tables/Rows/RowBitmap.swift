import CLanes
import Records

/// A search for the delimiters of a table in 64 bytes at once.
struct RowBitmap {
    /// The bytes found in a block: one bit per byte, the first one lowest.
    struct Found {
        /// Delimiters and line ends outside quotes.
        var marks: UInt64 = 0
        /// Line ends outside quotes; for CRLF, the second byte.
        var ends: UInt64 = 0
        /// Double quotes, if they enclose fields.
        var quotes: UInt64 = 0
        /// The bytes that make a row extraordinary: it would need escapes.
        var odd: UInt64 = 0
    }

    private typealias Lane = SIMD16<UInt8>

    private let delimiter: UInt8
    private let honoursQuotes: Bool
    /// The bytes sixteen times each, since building a lane is slow.
    private let delimiters: Lane
    private let feeds = Lane(repeating: .newline)
    private let quotes = Lane(repeating: .quote)
    private let slashes = Lane(repeating: .backslash)
    private let blanks = Lane(repeating: .space)

    init(delimiter: UInt8, honoursQuotes: Bool) {
        self.delimiter = delimiter
        self.honoursQuotes = honoursQuotes
        delimiters = Lane(repeating: delimiter)
    }

    /// Returns the bytes of a block that make a row extraordinary if they are in quotes.
    @inline(__always)
    private func escaped(_ ends: UInt64, delimiters: UInt64) -> UInt64 {
        RowText.needsEscape(delimiter) ? ends | delimiters : ends
    }

    /// Examines a block.
    ///
    /// - Parameters:
    ///   - text: The text, which extends past the block.
    ///   - base: The offset of the block.
    ///   - carry: All ones if the block begins within quotes, otherwise zero; updated for the next block.
    /// - Returns: The bytes found.
    @inline(__always)
    func find(_ text: Span<UInt8>, base: Int, carry: inout UInt64) -> Found {
        let lanes = (
            RowBitmap.lane(text, place: base), RowBitmap.lane(text, place: base + 16),
            RowBitmap.lane(text, place: base + 32),
            RowBitmap.lane(text, place: base + 48)
        )
        var found = Found()
        let delimiters = RowBitmap.bits(lanes, wanted: self.delimiters)
        found.ends = RowBitmap.bits(lanes, wanted: feeds)
        let odd = odd(lanes)
        if odd != 0 { sort(text, base: base, odd: odd, delimiters: delimiters, into: &found) }
        found.marks = delimiters | found.ends
        guard honoursQuotes else {
            found.odd |= RowBitmap.bits(lanes, wanted: quotes)
            return found
        }
        found.quotes = RowBitmap.bits(lanes, wanted: quotes)
        guard found.quotes | carry != 0 else { return found }
        let inside = RowBitmap.parity(found.quotes) ^ carry
        carry = UInt64(bitPattern: Int64(bitPattern: inside) >> 63)
        found.odd |= escaped(found.ends, delimiters: delimiters) & inside
        found.marks &= ~inside
        found.ends &= ~inside
        return found
    }

    /// Separates carriage returns, which may end lines, from bytes that need escapes.
    private func sort(
        _ text: Span<UInt8>, base: Int, odd: UInt64, delimiters: UInt64, into found: inout Found
    ) {
        var rest = odd & ~delimiters
        while rest != 0 {
            let bit = rest & (0 &- rest)
            let place = base + rest.trailingZeroBitCount
            rest &= rest &- 1
            guard text[place] == .carriageReturn else {
                found.odd |= bit
                continue
            }
            // In quotes, any line end makes the row extraordinary.
            if text[place + 1] != .newline { found.ends |= bit }
        }
    }

    /// Returns the bytes of a block that equal a given one.
    @inline(__always)
    private static func bits(_ lanes: (Lane, Lane, Lane, Lane), wanted: Lane) -> UInt64 {
        return packed(lanes.0 .== wanted) | packed(lanes.1 .== wanted) << 16
            | packed(lanes.2 .== wanted) << 32 | packed(lanes.3 .== wanted) << 48
    }

    /// Returns control characters except line feeds, and backslashes; fast if there are none.
    @inline(__always)
    private func odd(_ lanes: (Lane, Lane, Lane, Lane)) -> UInt64 {
        let a = odd(lanes.0)
        let b = odd(lanes.1)
        let c = odd(lanes.2)
        let d = odd(lanes.3)
        let any = unsafe unsafeBitCast((a .| b) .| (c .| d), to: SIMD2<UInt64>.self)
        guard any[0] | any[1] != 0 else { return 0 }
        return RowBitmap.packed(a) | RowBitmap.packed(b) << 16 | RowBitmap.packed(c) << 32
            | RowBitmap.packed(d) << 48
    }

    @inline(__always)
    private func odd(_ lane: Lane) -> SIMDMask<SIMD16<Int8>> {
        ((lane .< blanks) .& (lane .!= feeds)) .| (lane .== slashes)
    }

    /// Returns one bit per byte.
    @inline(__always)
    private static func packed(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        UInt64(lane16_bits(unsafe unsafeBitCast(mask, to: Lane.self)))
    }

    /// Returns, for every bit, whether the number of bits set up to it is odd.
    @inline(__always)
    private static func parity(_ bits: UInt64) -> UInt64 {
        var bits = bits
        bits ^= bits << 1
        bits ^= bits << 2
        bits ^= bits << 4
        bits ^= bits << 8
        bits ^= bits << 16
        return bits ^ bits << 32
    }

    @inline(__always)
    private static func lane(_ text: Span<UInt8>, place: Int) -> Lane {
        unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: Lane.self)
    }
}
