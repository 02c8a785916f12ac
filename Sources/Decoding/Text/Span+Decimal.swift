import Glibc

extension Span<UInt8> {
    /// The number that the bytes write in decimal, rounded to the nearest; `nil` when they are none or too long.
    ///
    /// Without making a `String`: strtod reads a copy that ends with a zero.
    var decimal: Double? {
        guard (1...63).contains(count) else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
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
