public import CLanes

extension Span<UInt8> {
    /// Returns the offset of the first byte, from `start` on, that a JSON string must escape: a quote, a
    /// backslash or a control character; the number of bytes if there is none.
    @inlinable @inline(__always)
    package func plainEnd(from start: Int) -> Int {
        var at = start
        while at + 16 <= count {
            let lane = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
            let found = lane16_escapes(lane)
            if found != 0 { return at + found.trailingZeroBitCount }
            at += 16
        }
        while at + 8 <= count {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            // Only the lowest mark is reliable.
            let found = word.littleEndian.escapeMarks
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < count, self[unchecked: at] >= .space, self[unchecked: at] != .quote,
            self[unchecked: at] != .backslash
        {
            at += 1
        }
        return at
    }
}
