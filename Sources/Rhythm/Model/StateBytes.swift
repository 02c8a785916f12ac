/// Writes numbers as bytes, least significant byte first.
struct StateWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a number exactly.
    mutating func write(exact value: Double) { write(value.bitPattern) }

    /// Writes a number with seven digits.
    mutating func write(_ value: Double) { write(Float(value).bitPattern) }

    /// Writes a number with two to three digits, the upper half of a `Float`.
    mutating func write(rough value: Double) {
        let bits = Float(value).bitPattern
        write(UInt16(truncatingIfNeeded: bits >> 16))
    }

    /// Writes the nearest whole number of 0...255.
    mutating func write(tiny value: Float) { write(UInt8(max(0, min(255, value.rounded())))) }

    /// Writes weights in four bits each, relative to the largest one.
    mutating func write(weights: [Float]) {
        let largest = weights.max() ?? 0
        write(largest.bitPattern)
        let levels = weights.map { weight in
            largest > 0 ? UInt8((max(0, weight / largest).squareRoot() * 15).rounded()) : 0
        }
        for index in stride(from: 0, to: levels.count, by: 2) {
            write(levels[index] | (index + 1 < levels.count ? levels[index + 1] << 4 : 0))
        }
    }
}

/// Reads what `StateWriter` wrote. Input that ends early, or a number that is none, makes it invalid.
struct StateReader {
    private var rest: ArraySlice<UInt8>
    private(set) var isValid = true

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Whether everything was read without a fault.
    var isComplete: Bool { isValid && rest.isEmpty }

    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
        var value: Value = 0
        for index in 0..<Value.bitWidth / 8 {
            guard let byte = rest.popFirst() else {
                isValid = false
                return 0
            }
            value |= Value(truncatingIfNeeded: byte) << Value(index * 8)
        }
        return value
    }

    mutating func exact(in range: ClosedRange<Double>) -> Double {
        checked(Double(bitPattern: integer(UInt64.self)), range)
    }

    mutating func number(in range: ClosedRange<Double>) -> Double {
        checked(Double(Float(bitPattern: integer(UInt32.self))), range)
    }

    mutating func rough(in range: ClosedRange<Double>) -> Double {
        checked(Double(Float(bitPattern: UInt32(integer(UInt16.self)) << 16)), range)
    }

    mutating func tiny() -> Float { Float(integer(UInt8.self)) }

    mutating func weights(_ count: Int) -> [Float] {
        let largest = Float(number(in: 0...1000))
        var weights: [Float] = []
        while weights.count < count {
            let byte = integer(UInt8.self)
            for level in [byte & 15, byte >> 4] where weights.count < count {
                let part = Float(level) / 15
                weights.append(largest * part * part)
            }
        }
        return weights
    }

    /// Returns a value in its range; rounding may have moved it slightly out.
    private mutating func checked(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        guard value.isFinite else {
            isValid = false
            return range.lowerBound
        }
        return min(range.upperBound, max(range.lowerBound, value))
    }
}
