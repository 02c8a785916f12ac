/// Writes numbers as bytes, least significant byte first.
///
/// Short forms are rounded up or down at random, so that a state which is stored and read again after every
/// attempt is right on average: small steps would otherwise vanish. The seed makes equal states give equal
/// bytes.
struct StateWriter {
    private(set) var bytes: [UInt8] = []
    private var random: UInt64

    init(seed: UInt64) {
        random = seed
        bytes.reserveCapacity(1024)
    }

    /// A random number of 0..<1.
    private mutating func chance() -> Float {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(random >> 40) / Float(1 << 24)
    }

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
        let part = Float(bits & 0xFFFF) / 65_536
        write(UInt16(truncatingIfNeeded: bits >> 16) &+ (chance() < part ? 1 : 0))
    }

    /// Writes a whole number of 0...255 near a value.
    mutating func write(tiny value: Float) {
        let low = max(0, min(255, value)).rounded(.down)
        write(UInt8(min(255, low + (chance() < value - low ? 1 : 0))))
    }

    /// Writes weights in four bits each: the squares of 0...15, relative to the largest one.
    mutating func write(weights: [Float]) {
        let largest = weights.max() ?? 0
        write(largest.bitPattern)
        var index = 0
        while index < weights.count {
            let low = level(weights[index], largest)
            let high = index + 1 < weights.count ? level(weights[index + 1], largest) : 0
            write(low | high << 4)
            index += 2
        }
    }

    /// Returns one of the two levels around a weight; a weight that is one is kept.
    private mutating func level(_ weight: Float, _ largest: Float) -> UInt8 {
        guard largest > 0 else { return 0 }
        let square = max(0, weight / largest) * 225
        let low = min(14, (square.squareRoot() + 0.001).rounded(.down))
        let part = (square - low * low) / (2 * low + 1)
        return UInt8(low) + (part > 0.002 && chance() < part ? 1 : 0)
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
