/// Turns windows-1252 into UTF-8: what most Western documents that are no UTF-8 are.
///
/// By a table of our own, since not every machine has iconv's. The five bytes without meaning become U+FFFD and
/// are counted. Source: Unicode's CP1252.TXT.
struct Windows1252 {
    private(set) var faults = 0
    /// A byte that becomes another one, whatever it stands for; it is itself unless told.
    private var replaced: (from: UInt8, to: UInt8) = (0, 0)
    /// Both sixteen times: a lane is made byte by byte.
    private var lanes: (from: SIMD16<UInt8>, to: SIMD16<UInt8>) = (.zero, .zero)

    /// Gives from now on one byte for another, whatever that stands for.
    mutating func replace(_ byte: UInt8, with other: UInt8) {
        replaced = (byte, other)
        lanes = (SIMD16(repeating: byte), SIMD16(repeating: other))
    }

    mutating func convert(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: 16_384) {
            let part = bytes.extracting(start..<min(start + 16_384, bytes.count))
            // A byte becomes three at most; whole words may be written behind the last.
            text.append(addingCapacity: 3 * part.count + 16) { room in
                room.withUnsafeMutableBufferPointer { bytes, count in
                    if let start = bytes.baseAddress { count = unsafe convert(part, to: start) }
                }
            }
        }
    }

    /// Copies ASCII, and the byte that is replaced, sixteen bytes at a time.
    ///
    /// - Returns: How many bytes were written.
    private mutating func convert(_ bytes: Span<UInt8>, to start: UnsafeMutablePointer<UInt8>) -> Int {
        var (at, count) = (0, 0)
        while at < bytes.count {
            let end = min(at + 16, bytes.count)
            if end - at == 16, copy(bytes, at, to: unsafe UnsafeMutableRawPointer(start + count)) {
                (at, count) = (end, count + 16)
                continue
            }
            while at < end {
                count += unsafe put(bytes[unchecked: at], to: start + count)
                at += 1
            }
        }
        return count
    }

    /// Copies sixteen bytes; `false` when some of them become more than one.
    @inline(__always)
    private func copy(_ bytes: Span<UInt8>, _ at: Int, to place: UnsafeMutableRawPointer) -> Bool {
        let lane = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
        // All ones where it is; a masked choice would look at each byte by itself.
        let isReplaced = unsafe unsafeBitCast(
            lane .== lanes.from, to: SIMD16<UInt8>.self)
        let others = lane ^ (lane & isReplaced)
        let high = unsafe unsafeBitCast(others, to: SIMD2<UInt64>.self)
        guard (high[0] | high[1]) & 0x8080_8080_8080_8080 == 0 else { return false }
        let copied = others | (lanes.to & isReplaced)
        unsafe place.storeBytes(of: copied, as: SIMD16<UInt8>.self)
        return true
    }

    private mutating func put(_ byte: UInt8, to place: UnsafeMutablePointer<UInt8>) -> Int {
        guard byte >= 0x80, byte != replaced.from else {
            unsafe place[0] = byte == replaced.from ? replaced.to : byte
            return 1
        }
        let scalar = byte < 0xA0 ? Windows1252.high[Int(byte & 0x1F)] : UInt16(byte)
        let last = UInt8(0x80 | scalar & 0x3F)
        if scalar < 0x800 {
            unsafe (place[0], place[1]) = (UInt8(0xC0 | scalar >> 6), last)
            return 2
        }
        if scalar == 0xFFFD { faults += 1 }
        unsafe (place[0], place[1]) = (UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F))
        unsafe place[2] = last
        return 3
    }

    /// The character of a byte.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        0x80...0x9F ~= byte ? Unicode.Scalar(high[Int(byte & 0x1F)]) : Unicode.Scalar(byte)
    }

    /// The byte of a character; `nil` when it has none. Control characters stand for themselves.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value <= 0xFF { return UInt8(scalar.value) }
        return high.firstIndex { UInt32($0) == scalar.value && $0 != 0xFFFD }.map { 0x80 + UInt8($0) }
    }

    /// What 0x80...0x9F stand for.
    private static let high: [UInt16] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
