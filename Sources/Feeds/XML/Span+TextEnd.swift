import CLanes
import Records

extension Span<UInt8> {
    /// Returns the offset of the first of three bytes at or after a place, or of a control character that XML
    /// does not allow; the number of bytes if there is none.
    func textEnd(from start: Int, or first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        var at = start
        while count &- at >= 16 {
            let lane = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
            let found = lane16_controls(lane) | lane16_any(lane, first, second, third)
            if found != 0 { return at &+ found.trailingZeroBitCount }
            at &+= 16
        }
        while at < count {
            let byte = self[unchecked: at]
            if byte == first || byte == second || byte == third || byte.isControl { break }
            at &+= 1
        }
        return at
    }

    /// Returns the offset of the first byte at or after a place that ends a tag of XML or shows that it has
    /// attributes or needs a repair; the number of bytes if there is none.
    func simpleTagEnd(from start: Int) -> Int {
        var at = start
        while count &- at >= 16 {
            let lane = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
            let found =
                lane16_any(lane, .greaterThan, .lessThan, .equals)
                | lane16_any(lane, .ampersand, .quote, .apostrophe) | lane16_controls(lane)
            if found != 0 { return at &+ found.trailingZeroBitCount }
            at &+= 16
        }
        while at < count, !self[unchecked: at].isSpecialInTag { at &+= 1 }
        return at
    }
}

extension UInt8 {
    /// Whether it is a control character that XML does not allow.
    var isControl: Bool { self < .space && self != .tab && !isLineEnd }

    fileprivate var isSpecialInTag: Bool {
        switch self {
        case .greaterThan, .lessThan, .equals, .ampersand, .quote, .apostrophe: true
        default: isControl
        }
    }
}
