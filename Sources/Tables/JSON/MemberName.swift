import Records

/// The name of a member in its source, with its first bytes as a number, which decides most comparisons.
struct MemberName: BitwiseCopyable {
    /// The range of the name, without quotes.
    var place: Range<Int> { start..<end }
    private let start: Int
    private let end: Int
    /// The first eight bytes, the first one most significant; zeros follow a shorter name.
    let prefix: UInt64

    /// Finds the bytes of a name.
    ///
    /// - Parameters:
    ///   - bytes: The source.
    ///   - place: The range of the name, which holds no control character.
    @inline(__always)
    init(_ bytes: Span<UInt8>, place: Range<Int>) {
        start = place.lowerBound
        end = place.upperBound
        prefix = MemberName.prefix(bytes, place: place)
    }

    @inline(__always)
    private static func prefix(_ bytes: Span<UInt8>, place: Range<Int>) -> UInt64 {
        let from = place.lowerBound
        guard bytes.count &- from >= 8 else {
            return (0..<8).reduce(0) { $0 << 8 | ($1 < place.count ? UInt64(bytes[from + $1]) : 0) }
        }
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: from, as: UInt64.self)
        let first = UInt64(bigEndian: word)
        let length = place.upperBound &- from
        return length >= 8 ? first : first & ~(UInt64.max &>> UInt64(truncatingIfNeeded: 8 &* length))
    }

    /// Compares two names of one source byte by byte.
    ///
    /// - Returns: A negative number if this name comes first, 0 if both are equal.
    @inline(__always)
    func order(_ other: MemberName, in bytes: Span<UInt8>) -> Int {
        guard prefix == other.prefix else { return prefix < other.prefix ? -1 : 1 }
        return place.count <= 8 || other.place.count <= 8
            ? place.count - other.place.count : compareTail(other, in: bytes)
    }

    /// Compares the bytes after the first eight.
    private func compareTail(_ other: MemberName, in bytes: Span<UInt8>) -> Int {
        for index in 8..<min(place.count, other.place.count) {
            let own = bytes[unchecked: place.lowerBound + index]
            let others = bytes[unchecked: other.place.lowerBound + index]
            if own != others { return own < others ? -1 : 1 }
        }
        return place.count - other.place.count
    }
}
