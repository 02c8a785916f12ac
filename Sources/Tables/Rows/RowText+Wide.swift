import Records

/// Writing sixteen bytes at a time, for text that needs no escapes.
extension RowText {
    /// Writes a range of bytes that is followed by at least `RowIndex.margin` others.
    @inline(__always)
    mutating func wide(_ bytes: Span<UInt8>, from: Int, length: Int) {
        unsafe RowText.copy(bytes, from: from, length: length, to: start + count)
        count += length
    }

    /// Writes a range of bytes unchanged.
    @inline(__always)
    mutating func literal(_ bytes: Span<UInt8>, part: Range<Int>) {
        if part.upperBound + RowIndex.margin <= bytes.count {
            wide(bytes, from: part.lowerBound, length: part.count)
        } else {
            literal(bytes.extracting(unchecked: part))
        }
    }

    /// Writes a member with a text unless the text is empty.
    ///
    /// - Parameters:
    ///   - names: The bytes that contain the name; `RowIndex.margin` bytes follow it.
    ///   - name: The range of the comma, name and colon; a quote follows.
    ///   - text: The bytes that contain the value; `RowIndex.margin` bytes follow it.
    ///   - field: The range of the value, without quotes.
    @inline(__always)
    mutating func member(
        _ names: Span<UInt8>, name: Range<Int>, in text: Span<UInt8>, field: RowField
    ) {
        let length = field.end - field.start
        let width = name.count + 1
        let place = unsafe start + count
        unsafe RowText.copy(names, from: name.lowerBound, length: width, to: place)
        unsafe RowText.copy(text, from: field.start, length: length, to: place + width)
        unsafe (place + (width + length)).storeBytes(of: .quote, as: UInt8.self)
        count += length == 0 ? 0 : width + length + 1
    }

    /// Appends a range of this text to another one; both buffers go on beyond their text.
    func wide(_ part: Range<Int>, to other: inout RowText) {
        let from = unsafe start + part.lowerBound
        let place = unsafe other.start + other.count
        var at = 0
        repeat {
            let lanes = unsafe (from + at).loadUnaligned(as: SIMD32<UInt8>.self)
            unsafe (place + at).storeBytes(of: lanes, as: SIMD32<UInt8>.self)
            at &+= 32
        } while at < part.count
        other.count += part.count
    }

    @inline(__always)
    private static func copy(
        _ bytes: Span<UInt8>, from: Int, length: Int, to place: UnsafeMutableRawPointer
    ) {
        var at = 0
        repeat {
            let first = lane(bytes, place: from &+ at)
            let second = lane(bytes, place: from &+ at &+ 16)
            unsafe (place + at).storeBytes(of: first, as: SIMD16<UInt8>.self)
            unsafe (place + (at &+ 16)).storeBytes(of: second, as: SIMD16<UInt8>.self)
            at &+= 32
        } while at < length
    }

    @inline(__always)
    private static func lane(_ bytes: Span<UInt8>, place: Int) -> SIMD16<UInt8> {
        unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
    }
}
