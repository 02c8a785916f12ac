/// Turns windows-1252 into UTF-8: what most Western documents that are no UTF-8 are.
///
/// By a table of our own, since not every machine has iconv's. The five bytes without meaning become U+FFFD and
/// are counted. Source: Unicode's CP1252.TXT.
struct Windows1252 {
    private(set) var faults = 0

    mutating func convert(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        text.reserveCapacity(text.count + bytes.count)
        var (start, at) = (0, 0)
        while at < bytes.count {
            if bytes[at] < 0x80 {
                at += 1
                continue
            }
            append(bytes.extracting(start..<at), to: &text)
            append(bytes[at], to: &text)
            at += 1
            start = at
        }
        append(bytes.extracting(start..<at), to: &text)
    }

    private func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    }

    private mutating func append(_ byte: UInt8, to text: inout [UInt8]) {
        let scalar = byte < 0xA0 ? Windows1252.high[Int(byte & 0x1F)] : UInt16(byte)
        if scalar == 0xFFFD { faults += 1 }
        if scalar < 0x800 {
            text.append(UInt8(0xC0 | scalar >> 6))
        } else {
            text.append(UInt8(0xE0 | scalar >> 12))
            text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
        }
        text.append(UInt8(0x80 | scalar & 0x3F))
    }

    /// What 0x80...0x9F stand for.
    private static let high: [UInt16] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
