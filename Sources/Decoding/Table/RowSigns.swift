/// What parts the fields and rows of a table, looked for in 64 bytes at once.
struct RowSigns {
    /// What was found in a block: a bit a byte, the first is the lowest.
    struct Found {
        /// Delimiters and line ends outside quotes.
        var marks: UInt64 = 0
        /// Line ends outside quotes; of CRLF the second byte.
        var ends: UInt64 = 0
        /// Double quotes, where they enclose fields.
        var quotes: UInt64 = 0
        /// What makes a row an odd one: it would have to be escaped.
        var odd: UInt64 = 0
    }

    private typealias Lane = SIMD16<UInt8>

    private let delimiter: UInt8
    private let honoursQuotes: Bool
    /// The signs sixteen times each: a lane is made byte by byte.
    private let delimiters: Lane
    private let feeds = Lane(repeating: 0x0A)
    private let quotes = Lane(repeating: 0x22)
    private let slashes = Lane(repeating: 0x5C)
    private let blanks = Lane(repeating: 0x20)

    init(delimiter: UInt8, honoursQuotes: Bool) {
        (self.delimiter, self.honoursQuotes) = (delimiter, honoursQuotes)
        delimiters = Lane(repeating: delimiter)
    }

    /// What of a block makes its rows odd when it stands in quotes.
    @inline(__always)
    private func escaped(_ ends: UInt64, _ delimiters: UInt64) -> UInt64 {
        RowText.needsEscape(delimiter) ? ends | delimiters : ends
    }

    /// Looks at a block.
    ///
    /// - Parameters:
    ///   - text: The text, which goes on behind the block.
    ///   - base: Where the block begins.
    ///   - carry: All ones when the block begins within quotes, else zero; becomes that of the next.
    /// - Returns: What stands where.
    @inline(__always)
    func find(_ text: Span<UInt8>, _ base: Int, _ carry: inout UInt64) -> Found {
        let lanes = (
            RowSigns.lane(text, base), RowSigns.lane(text, base + 16), RowSigns.lane(text, base + 32),
            RowSigns.lane(text, base + 48)
        )
        var found = Found()
        let delimiters = RowSigns.bits(lanes, self.delimiters)
        found.ends = RowSigns.bits(lanes, feeds)
        let odd = odd(lanes)
        if odd != 0 { sort(text, base, odd, delimiters, &found) }
        found.marks = delimiters | found.ends
        guard honoursQuotes else {
            found.odd |= RowSigns.bits(lanes, quotes)
            return found
        }
        found.quotes = RowSigns.bits(lanes, quotes)
        guard found.quotes | carry != 0 else { return found }
        let inside = RowSigns.parity(found.quotes) ^ carry
        carry = UInt64(bitPattern: Int64(bitPattern: inside) >> 63)
        found.odd |= escaped(found.ends, delimiters) & inside
        found.marks &= ~inside
        found.ends &= ~inside
        return found
    }

    /// Tells carriage returns, which may end lines, from what must be escaped.
    private func sort(
        _ text: Span<UInt8>, _ base: Int, _ odd: UInt64, _ delimiters: UInt64, _ found: inout Found
    ) {
        var rest = odd & ~delimiters
        while rest != 0 {
            let bit = rest & (0 &- rest)
            let place = base + rest.trailingZeroBitCount
            rest &= rest &- 1
            guard text[place] == 0x0D else {
                found.odd |= bit
                continue
            }
            // In quotes a line end of either kind makes the row an odd one.
            if text[place + 1] != 0x0A { found.ends |= bit }
        }
    }

    /// The bytes of a block that are a certain one.
    @inline(__always)
    private static func bits(_ lanes: (Lane, Lane, Lane, Lane), _ wanted: Lane) -> UInt64 {
        return packed(lanes.0 .== wanted) | packed(lanes.1 .== wanted) << 16
            | packed(lanes.2 .== wanted) << 32 | packed(lanes.3 .== wanted) << 48
    }

    /// Control characters but line feeds, and backslashes; zero at once when there is none.
    @inline(__always)
    private func odd(_ lanes: (Lane, Lane, Lane, Lane)) -> UInt64 {
        let (a, b, c, d) = (odd(lanes.0), odd(lanes.1), odd(lanes.2), odd(lanes.3))
        let any = unsafe unsafeBitCast((a .| b) .| (c .| d), to: SIMD2<UInt64>.self)
        guard any[0] | any[1] != 0 else { return 0 }
        return RowSigns.packed(a) | RowSigns.packed(b) << 16 | RowSigns.packed(c) << 32
            | RowSigns.packed(d) << 48
    }

    @inline(__always)
    private func odd(_ lane: Lane) -> SIMDMask<SIMD16<Int8>> {
        ((lane .< blanks) .& (lane .!= feeds)) .| (lane .== slashes)
    }

    /// A bit a byte.
    @inline(__always)
    private static func packed(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        let (low, high) = (words[0] & 0x0101_0101_0101_0101, words[1] & 0x0101_0101_0101_0101)
        return (low &* 0x0102_0408_1020_4080) >> 56 | ((high &* 0x0102_0408_1020_4080) >> 56) << 8
    }

    /// For every bit whether the number of bits set up to it is odd.
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
    private static func lane(_ text: Span<UInt8>, _ place: Int) -> Lane {
        unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: Lane.self)
    }
}
