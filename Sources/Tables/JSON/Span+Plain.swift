import CLanes
import Records

extension Span<UInt8> {
    /// Returns the offset of the first quote, backslash or control character at or after a place; the number
    /// of bytes if there is none.
    @inline(__always)
    func plainEnd(from start: Int) -> Int {
        var at = start
        while count &- at >= 16 {
            let lane = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
            let found = lane16_escapes(lane)
            if found != 0 { return at &+ found.trailingZeroBitCount }
            at &+= 16
        }
        while at < count, !RowText.needsEscape(self[unchecked: at]) { at &+= 1 }
        return at
    }

    /// Returns the end of a whole number or decimal fraction of a usual form that begins at a place; `nil` if
    /// the number has another form, such as an exponent, or is none.
    @inline(__always)
    func decimalEnd(from start: Int) -> Int? {
        let first = start < count && self[unchecked: start] == .hyphen ? start &+ 1 : start
        var at = digitsEnd(from: first)
        // A zero before other digits is a fault.
        guard at > first, at == first &+ 1 || self[unchecked: first] != UInt8(ascii: "0") else { return nil }
        if at < count, self[unchecked: at] == .period {
            let point = at
            at = digitsEnd(from: point &+ 1)
            guard at > point &+ 1 else { return nil }
        }
        return at < count && self[unchecked: at] | .caseBit != UInt8(ascii: "e") ? at : nil
    }

    @inline(__always)
    private func digitsEnd(from start: Int) -> Int {
        var at = start
        while at < count, self[unchecked: at].isDigit { at &+= 1 }
        return at
    }
}
