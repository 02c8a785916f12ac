import Glibc

extension Span<UInt8> {
    /// The number that the bytes write in decimal, rounded to the nearest; `nil` when they are none or too long.
    ///
    /// Up to 19 digits of which as many may stand behind the point are divided as whole numbers; strtod reads the
    /// others, in a copy that ends with a zero.
    var decimal: Double? {
        guard (1...63).contains(count) else { return nil }
        return plainDecimal ?? otherDecimal
    }

    /// `-51.14077377319336`, also with a small exponent; `nil` for what is not as simple.
    private var plainDecimal: Double? {
        var (at, digits, mantissa, scale) = (0, 0, UInt64(0), 0)
        let isNegative = self[unchecked: 0] == 0x2D
        if isNegative { at = 1 }
        var isBehindPoint = false
        while at < count {
            let byte = self[unchecked: at]
            if byte &- 0x30 < 10 {
                mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                if mantissa > 0 { digits += 1 }
                if isBehindPoint { scale += 1 }
            } else if byte == 0x2E, !isBehindPoint {
                isBehindPoint = true
            } else {
                return nil
            }
            at += 1
        }
        guard (1...19).contains(digits), scale <= 19, self[unchecked: count - 1] != 0x2E else { return nil }
        let value = Double(mantissa, dividedByTenTo: scale)
        return isNegative ? -value : value
    }

    private var otherDecimal: Double? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
            for index in 0..<count {
                let byte = self[index]
                guard byte &- 0x30 < 10 || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
                else { return nil }
                unsafe room[index] = CChar(bitPattern: byte)
            }
            unsafe room[count] = 0
            guard let start = room.baseAddress else { return nil }
            var end: UnsafeMutablePointer<CChar>?
            let value = unsafe strtod(start, &end)
            return unsafe end == start + count && value.isFinite ? value : nil
        }
    }
}

extension Double {
    private static let powersOfTen: [UInt64] = (0...19).reduce(into: []) { powers, exponent in
        powers.append(exponent == 0 ? 1 : powers[exponent - 1] * 10)
    }

    /// The nearest to a whole number divided by a power of ten; of two the even one.
    ///
    /// The quotient of the numbers, both shifted to 64 bits, has 63 bits at least: enough to round 53 by, with
    /// the remainder for what follows.
    fileprivate init(_ number: UInt64, dividedByTenTo scale: Int) {
        let divisor = Double.powersOfTen[scale]
        let (left, right) = (number.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let shifted = number << UInt64(left)
        let (quotient, remainder) = (divisor << UInt64(right)).dividingFullWidth(
            (shifted >> 1, shifted << 63))
        // quotient = number / divisor · 2^(63 + left - right); a bit for the remainder keeps the rounding right.
        let sticky = quotient | (remainder == 0 ? 0 : 1)
        self = Double(sign: .plus, exponent: right - left - 63, significand: Double(sticky))
    }
}
