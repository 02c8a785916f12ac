import Glibc
import Records

extension Span<UInt8> {
    /// The decimal number that the bytes represent, rounded to the nearest; `nil` if they are not a number or
    /// too long.
    ///
    /// A number of up to 19 digits is computed by an exact division; strtod reads all others from a copy that
    /// ends with a zero.
    package var decimal: Double? {
        guard (1...63).contains(count) else { return nil }
        return PlainDecimal(self)?.value ?? otherDecimal
    }

    private var otherDecimal: Double? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
            for index in 0..<count {
                let byte = self[index]
                guard
                    byte.isDigit || byte == .period || byte == .hyphen || byte == .plus
                        || byte | .caseBit == UInt8(ascii: "e")
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

extension PlainDecimal {
    /// The nearest binary number; `nil` if there are too many digits.
    package var value: Double? {
        guard digits <= 19, 0...19 ~= scale else { return nil }
        let value = Double(mantissa, dividedByTenTo: scale)
        return isNegative ? -value : value
    }
}

extension Double {
    private static let powersOfTen: [UInt64] = (0...19).reduce(into: []) { powers, exponent in
        powers.append(exponent == 0 ? 1 : powers[exponent - 1] * 10)
    }

    /// Creates the number nearest to a whole number divided by a power of ten; ties round to even.
    ///
    /// With both numbers shifted to 64 bits, the quotient has at least 63 bits, enough to round to 53; the
    /// remainder decides ties.
    fileprivate init(_ number: UInt64, dividedByTenTo scale: Int) {
        let divisor = Double.powersOfTen[scale]
        // Division is correctly rounded if both operands are exact.
        if number <= 1 << 53, scale <= 15 {
            self = Double(number) / Double(divisor)
            return
        }
        let left = number.leadingZeroBitCount
        let right = divisor.leadingZeroBitCount
        let shifted = number << UInt64(left)
        let (quotient, remainder) = (divisor << UInt64(right)).dividingFullWidth(
            (shifted >> 1, shifted << 63))
        // quotient = number / divisor · 2^(63 + left - right); the sticky bit stands for the remainder.
        let sticky = quotient | (remainder == 0 ? 0 : 1)
        self = Double(sign: .plus, exponent: right - left - 63, significand: Double(sticky))
    }
}
