import Decoding
import Records

/// A buffer for the JSON of one row or element, reused for the next.
///
/// Strings are copied eight bytes at a time as long as nothing needs an escape. A copy shares the buffer:
/// only one of the two may write.
struct RowText {
    private var room = RawBuffer<UInt8>(count: 4096)
    private(set) var start: UnsafeMutableRawPointer
    /// The number of bytes written.
    var count = 0
    /// The caches of the plan's maps.
    var memos: [MapCache] = []
    /// The cache of the map for headings.
    var groupMemo = MapCache()
    /// The position of the row, as far as it has been read.
    var halves = PositionHalves()

    init() { unsafe start = UnsafeMutableRawPointer(room.start) }

    /// Clears the buffer and reserves the size that a row can need.
    ///
    /// Up to 64 bytes after it may be overwritten.
    @inline(__always)
    mutating func reset(atMost needed: Int) {
        count = 0
        halves = PositionHalves()
        if room.count < needed + 64 { grow(needed) }
    }

    private mutating func grow(_ needed: Int) {
        room = RawBuffer(count: needed * 2 + 64)
        unsafe start = UnsafeMutableRawPointer(room.start)
    }

    /// Returns the text as an object. Every member begins with a comma; the first comma becomes the brace.
    mutating func object() -> [UInt8] {
        guard count > 0 else { return [.leftBrace, .rightBrace] }
        set(.leftBrace, at: 0)
        put(.rightBrace)
        return bytes
    }

    /// Writes bytes unchanged.
    @inline(__always)
    mutating func literal(_ bytes: Span<UInt8>) {
        let place = unsafe start + count
        var at = 0
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            unsafe (place + at).storeBytes(of: word, as: UInt64.self)
            at += 8
        }
        while at < bytes.count {
            unsafe (place + at).storeBytes(of: bytes[unchecked: at], as: UInt8.self)
            at += 1
        }
        count += bytes.count
    }

    /// Writes a range of bytes that is followed by at least seven others.
    @inline(__always)
    mutating func padded(_ bytes: Span<UInt8>, part: Range<Int>) {
        var from = part.lowerBound
        var to = count
        while from < part.upperBound {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: from, as: UInt64.self)
            unsafe (start + to).storeBytes(of: word, as: UInt64.self)
            from += 8
            to += 8
        }
        count += part.count
    }

    /// Returns the string written from an offset on, without quotes and blanks at its ends; `nil` if it has
    /// escapes.
    func text(from place: Int, to end: Int) -> String? {
        let bytes = unsafe UnsafeBufferPointer(
            start: (start + place).assumingMemoryBound(to: UInt8.self), count: end - place)
        guard unsafe !bytes.contains(.backslash) else { return nil }
        let span = unsafe bytes.span
        return span.text(span.trimmed(0..<span.count))
    }

    /// Returns the byte at an offset.
    func byte(at place: Int) -> UInt8 { unsafe start.load(fromByteOffset: place, as: UInt8.self) }

    /// Writes ASCII unchanged.
    mutating func word(_ word: StaticString) {
        let place = unsafe start + count
        unsafe place.copyMemory(from: word.utf8Start, byteCount: word.utf8CodeUnitCount)
        count += word.utf8CodeUnitCount
    }

    /// Writes a range of a text as a string.
    @inline(__always)
    mutating func string(_ text: Span<UInt8>, part: Range<Int>) {
        put(.quote)
        var at = part.lowerBound
        var to = unsafe start + count
        while at + 8 <= text.count, at < part.upperBound {
            let word = unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            unsafe to.storeBytes(of: word, as: UInt64.self)
            let clean = word.escapeMarks.trailingZeroBitCount >> 3
            if clean == 8 || at + clean >= part.upperBound {
                let step = min(8, part.upperBound - at)
                at += step
                to += step
            } else {
                count = unsafe to + clean - start
                escape(text[unchecked: at + clean])
                at += clean + 1
                to = unsafe start + count
            }
        }
        count = unsafe to - start
        if at < part.upperBound { bytewise(text, part: at..<part.upperBound) }
        put(.quote)
    }

    /// Writes the rest that is too short for a word.
    private mutating func bytewise(_ text: Span<UInt8>, part: Range<Int>) {
        for at in part {
            if RowText.needsEscape(text[at]) { escape(text[at]) } else { put(text[at]) }
        }
    }

    private mutating func escape(_ byte: UInt8) {
        put(.backslash)
        switch byte {
        case .quote, .backslash: put(byte)
        case .backspace: put(UInt8(ascii: "b"))
        case .tab: put(UInt8(ascii: "t"))
        case .newline: put(UInt8(ascii: "n"))
        case .formFeed: put(UInt8(ascii: "f"))
        case .carriageReturn: put(UInt8(ascii: "r"))
        default:
            for digit in "u00".utf8 { put(digit) }
            put(.hexadecimalDigit(byte >> 4))
            put(.hexadecimalDigit(byte & 15))
        }
    }
}

extension RowText {
    /// Returns the text written from an offset on.
    func written(from place: Int) -> [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: start + place, count: count - place))
    }

    /// The whole text.
    var bytes: [UInt8] { written(from: 0) }

    /// Whether the last byte is a digit.
    var isDigit: Bool {
        unsafe count > 0 && start.load(fromByteOffset: count - 1, as: UInt8.self).isDigit
    }

    /// Discards the text from an offset on.
    mutating func truncate(to place: Int) { count = place }

    /// Overwrites a byte.
    func set(_ byte: UInt8, at place: Int) {
        unsafe (start + place).storeBytes(of: byte, as: UInt8.self)
    }

    /// Appends a range of this text to another one.
    func copy(_ part: Range<Int>, to other: inout RowText) {
        unsafe other.append(UnsafeRawPointer(start + part.lowerBound), length: part.count)
    }

    private mutating func append(_ bytes: UnsafeRawPointer, length: Int) {
        unsafe (start + count).copyMemory(from: bytes, byteCount: length)
        count += length
    }

    /// Writes a byte unchanged.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        unsafe (start + count).storeBytes(of: byte, as: UInt8.self)
        count &+= 1
    }

    /// Whether a JSON string must escape a byte.
    static func needsEscape(_ byte: UInt8) -> Bool { byte < .space || byte == .quote || byte == .backslash }
}
