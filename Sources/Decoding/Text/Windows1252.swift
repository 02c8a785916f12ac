import Records

/// A converter from windows-1252, the encoding of most Western documents that are not UTF-8, to UTF-8.
///
/// Uses a table of its own, since iconv's is not installed on every machine. The five undefined bytes become
/// U+FFFD and are counted.
package struct Windows1252 {
    private(set) var faults = 0
    /// A byte that is replaced by another one, regardless of its meaning; by default none.
    private var replaced: (from: UInt8, to: UInt8) = (0, 0)
    /// Both bytes repeated sixteen times, since building a lane is slow.
    private var lanes: (from: SIMD16<UInt8>, to: SIMD16<UInt8>) = (.zero, .zero)

    /// Replaces one byte by another from now on, regardless of its meaning.
    mutating func replace(_ byte: UInt8, with other: UInt8) {
        replaced = (byte, other)
        lanes = (SIMD16(repeating: byte), SIMD16(repeating: other))
    }

    mutating func convert(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        let most = min(bytes.count, 4096)
        // A byte becomes at most three; whole words may be written past the end.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * most + 16) { room in
            guard let place = room.baseAddress, most > 0 else { return }
            for start in stride(from: 0, to: bytes.count, by: most) {
                let part = bytes.extracting(start..<min(start + most, bytes.count))
                let count = unsafe convert(part, to: place)
                unsafe text.append(contentsOf: UnsafeBufferPointer(start: place, count: count))
            }
        }
    }

    /// Copies ASCII and the replaced byte, sixteen bytes at a time.
    ///
    /// - Returns: The number of bytes written.
    private mutating func convert(_ bytes: Span<UInt8>, to start: UnsafeMutablePointer<UInt8>) -> Int {
        var at = 0
        var count = 0
        while at < bytes.count {
            let end = min(at + 16, bytes.count)
            if end - at == 16, copy(bytes, at: at, to: unsafe UnsafeMutableRawPointer(start + count)) {
                at = end
                count += 16
                continue
            }
            while at < end {
                count += unsafe put(bytes[unchecked: at], to: start + count)
                at += 1
            }
        }
        return count
    }

    /// Copies sixteen bytes; returns `false` if some of them become more than one byte.
    @inline(__always)
    private func copy(_ bytes: Span<UInt8>, at: Int, to place: UnsafeMutableRawPointer) -> Bool {
        let lane = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
        // A mask of all ones; a masked selection would look at each byte separately.
        let isReplaced = unsafe unsafeBitCast(
            lane .== lanes.from, to: SIMD16<UInt8>.self)
        let others = lane ^ (lane & isReplaced)
        let high = unsafe unsafeBitCast(others, to: SIMD2<UInt64>.self)
        guard (high[0] | high[1]) & .highBits == 0 else { return false }
        let copied = others | (lanes.to & isReplaced)
        unsafe place.storeBytes(of: copied, as: SIMD16<UInt8>.self)
        return true
    }

    private mutating func put(_ byte: UInt8, to place: UnsafeMutablePointer<UInt8>) -> Int {
        guard !byte.isASCII, byte != replaced.from else {
            unsafe place[0] = byte == replaced.from ? replaced.to : byte
            return 1
        }
        let scalar = byte < 0xA0 ? Windows1252.high[Int(byte & 0x1F)] : UInt16(byte)
        let last = UInt8(0x80 | scalar & 0b0011_1111)
        if scalar < 0x800 {
            unsafe place[0] = UInt8(0xC0 | scalar >> 6)
            unsafe place[1] = last
            return 2
        }
        if scalar == 0xFFFD { faults += 1 }
        unsafe place[0] = UInt8(0xE0 | scalar >> 12)
        unsafe place[1] = UInt8(0x80 | scalar >> 6 & 0b0011_1111)
        unsafe place[2] = last
        return 3
    }

    /// Whether some bytes of a text are undefined.
    static func hasUndefined(_ bytes: Span<UInt8>) -> Bool {
        (0..<bytes.count).contains { scalar(bytes[$0]) == "\u{FFFD}" }
    }

    /// Returns the character of a byte.
    package static func scalar(_ byte: UInt8) -> Unicode.Scalar? { WesternCharacters.scalar(byte) }

    /// Returns the byte of a character; `nil` if it has none. Control characters are unchanged.
    package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value <= 0xFF { return UInt8(scalar.value) }
        return high.firstIndex { UInt32($0) == scalar.value && $0 != 0xFFFD }.map { 0x80 + UInt8($0) }
    }

    /// The characters of the bytes 0x80...0x9F.
    private static let high = WesternCharacters.high
}
