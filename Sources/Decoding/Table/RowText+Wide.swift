/// Writing without looking, sixteen bytes at a time: for what is known to hold nothing that must be escaped.
extension RowText {
    /// Writes a part of bytes behind which at least `RowIndex.margin` others lie.
    @inline(__always)
    mutating func wide(_ bytes: Span<UInt8>, _ from: Int, _ length: Int) {
        unsafe RowText.copy(bytes, from, length, to: start + count)
        count += length
    }

    /// Writes a member whose value is a text; nothing when that is empty.
    ///
    /// - Parameters:
    ///   - names: Where the name lies, with what stands before and behind it; `RowIndex.margin` bytes follow.
    ///   - name: The comma, the name and the colon; a quote stands behind it.
    ///   - text: Where the value lies; `RowIndex.margin` bytes follow.
    ///   - field: The value, without quotes.
    @inline(__always)
    mutating func member(
        _ names: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ field: RowScanner.Field
    ) {
        let (length, width) = (field.end - field.start, name.count + 1)
        let place = unsafe start + count
        unsafe RowText.copy(names, name.lowerBound, width, to: place)
        unsafe RowText.copy(text, field.start, length, to: place + width)
        unsafe (place + (width + length)).storeBytes(of: 0x22, as: UInt8.self)
        count += length == 0 ? 0 : width + length + 1
    }

    @inline(__always)
    private static func copy(
        _ bytes: Span<UInt8>, _ from: Int, _ length: Int, to place: UnsafeMutableRawPointer
    ) {
        var at = 0
        repeat {
            let (first, second) = (lane(bytes, from + at), lane(bytes, from + at + 16))
            unsafe (place + at).storeBytes(of: first, as: SIMD16<UInt8>.self)
            unsafe (place + at + 16).storeBytes(of: second, as: SIMD16<UInt8>.self)
            at += 32
        } while at < length
    }

    @inline(__always)
    private static func lane(_ bytes: Span<UInt8>, _ place: Int) -> SIMD16<UInt8> {
        unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
    }
}
