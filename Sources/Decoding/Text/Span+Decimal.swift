import Glibc

extension Span<UInt8> {
    /// The number that the bytes write in decimal, rounded to the nearest; `nil` when they are none or too long.
    ///
    /// Up to 19 digits of which as many may stand behind the point are divided as whole numbers; strtod reads the
    /// others, in a copy that ends with a zero.
    var decimal: Double? {
        guard (1...63).contains(count) else { return nil }
        return PlainDecimal(self)?.value ?? otherDecimal
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

extension PlainDecimal {
    /// The nearest binary number; `nil` when there are too many digits.
    var value: Double? {
        guard digits <= 19, 0...19 ~= scale else { return nil }
        let value = Double(mantissa, dividedByTenTo: scale)
        return isNegative ? -value : value
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
        // Two numbers that a binary one holds exactly are divided rightly as they are.
        if number <= 1 << 53, scale <= 15 {
            self = Double(number) / Double(divisor)
            return
        }
        let (left, right) = (number.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let shifted = number << UInt64(left)
        let (quotient, remainder) = (divisor << UInt64(right)).dividingFullWidth(
            (shifted >> 1, shifted << 63))
        // quotient = number / divisor · 2^(63 + left - right); a bit for the remainder keeps the rounding right.
        let sticky = quotient | (remainder == 0 ? 0 : 1)
        self = Double(sign: .plus, exponent: right - left - 63, significand: Double(sticky))
    }
}
