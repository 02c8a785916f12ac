/// Room for the JSON of one row or element, used again for the next.
///
/// Strings are copied eight bytes at a time, as long as none must be escaped. A copy shares the room: only one of
/// the two may write.
struct RowText {
    private var room = Room<UInt8>(count: 4096)
    private(set) var start: UnsafeMutableRawPointer
    /// How many bytes were written.
    var count = 0
    /// What was mapped before, by the maps of the plan.
    var memos: [MapMemo] = []
    /// What was mapped before to a heading.
    var groupMemo = MapMemo()
    /// The row's position, as far as it was met.
    var halves = PositionHalves()

    init() { unsafe start = UnsafeMutableRawPointer(room.start) }

    /// Starts anew, with room for what a row can need at most; up to 64 bytes behind it may be written over.
    @inline(__always)
    mutating func begin(atMost needed: Int) {
        count = 0
        halves = PositionHalves()
        if room.count < needed + 64 { grow(needed) }
    }

    private mutating func grow(_ needed: Int) {
        room = Room(count: needed * 2 + 64)
        unsafe start = UnsafeMutableRawPointer(room.start)
    }

    /// What was written, as an object: every member begins with a comma, the first of which is the brace.
    mutating func object() -> [UInt8] {
        guard count > 0 else { return [0x7B, 0x7D] }
        set(0x7B, at: 0)
        put(0x7D)
        return bytes
    }

    /// Writes bytes as they are.
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

    /// Writes a part of bytes behind which at least seven others lie.
    @inline(__always)
    mutating func padded(_ bytes: Span<UInt8>, _ part: Range<Int>) {
        var (from, to) = (part.lowerBound, count)
        while from < part.upperBound {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: from, as: UInt64.self)
            unsafe (start + to).storeBytes(of: word, as: UInt64.self)
            (from, to) = (from + 8, to + 8)
        }
        count += part.count
    }

    /// A string that was written from a place on, without quotes and blanks at its ends; `nil` when it has escapes.
    func text(from place: Int, to end: Int) -> String? {
        let bytes = unsafe UnsafeBufferPointer(
            start: (start + place).assumingMemoryBound(to: UInt8.self), count: end - place)
        guard unsafe !bytes.contains(0x5C) else { return nil }
        let span = unsafe bytes.span
        return span.text(span.trimmed(0..<span.count))
    }

    /// The byte at a place.
    func byte(at place: Int) -> UInt8 { unsafe start.load(fromByteOffset: place, as: UInt8.self) }

    /// Writes ASCII as it is.
    mutating func word(_ word: StaticString) {
        let place = unsafe start + count
        unsafe place.copyMemory(from: word.utf8Start, byteCount: word.utf8CodeUnitCount)
        count += word.utf8CodeUnitCount
    }

    /// Writes a part of a text as a string.
    @inline(__always)
    mutating func string(_ text: Span<UInt8>, _ part: Range<Int>) {
        put(0x22)
        var (at, to) = (part.lowerBound, unsafe start + count)
        while at + 8 <= text.count, at < part.upperBound {
            let word = unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            unsafe to.storeBytes(of: word, as: UInt64.self)
            let clean = RowText.escapes(word).trailingZeroBitCount >> 3
            if clean == 8 || at + clean >= part.upperBound {
                let step = min(8, part.upperBound - at)
                (at, to) = (at + step, unsafe to + step)
            } else {
                count = unsafe to + clean - start
                escape(text[unchecked: at + clean])
                (at, to) = (at + clean + 1, unsafe start + count)
            }
        }
        count = unsafe to - start
        if at < part.upperBound { bytewise(text, at..<part.upperBound) }
        put(0x22)
    }

    /// Writes what stands too near to the end for a word.
    private mutating func bytewise(_ text: Span<UInt8>, _ part: Range<Int>) {
        for at in part {
            if RowText.needsEscape(text[at]) { escape(text[at]) } else { put(text[at]) }
        }
    }

    private mutating func escape(_ byte: UInt8) {
        put(0x5C)
        switch byte {
        case 0x22, 0x5C: put(byte)
        case 0x08: put(0x62)
        case 0x09: put(0x74)
        case 0x0A: put(0x6E)
        case 0x0C: put(0x66)
        case 0x0D: put(0x72)
        default:
            for digit in [0x75, 0x30, 0x30, 0x30 + byte >> 4] { put(digit) }
            put(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
        }
    }
}

extension RowText {
    /// What was written from a place on.
    func written(from place: Int) -> [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: start + place, count: count - place))
    }

    /// All that was written.
    var bytes: [UInt8] { written(from: 0) }

    /// Whether the last byte is a digit.
    var isDigit: Bool {
        unsafe count > 0 && start.load(fromByteOffset: count - 1, as: UInt8.self) &- 0x30 < 10
    }

    /// Forgets what was written from a place on.
    mutating func truncate(to place: Int) { count = place }

    /// Writes a byte over another one.
    func set(_ byte: UInt8, at place: Int) {
        unsafe (start + place).storeBytes(of: byte, as: UInt8.self)
    }

    /// Writes a part of what was written here behind what was written there.
    func copy(_ part: Range<Int>, to other: inout RowText) {
        unsafe other.append(UnsafeRawPointer(start + part.lowerBound), part.count)
    }

    private mutating func append(_ bytes: UnsafeRawPointer, _ length: Int) {
        unsafe (start + count).copyMemory(from: bytes, byteCount: length)
        count += length
    }

    /// Writes a byte as it is.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        unsafe (start + count).storeBytes(of: byte, as: UInt8.self)
        count += 1
    }

    /// The high bit of each byte of a word that must be escaped; the lowest one set is right.
    @inline(__always)
    static func escapes(_ word: UInt64) -> UInt64 {
        zeros(word ^ 0x2222_2222_2222_2222) | zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
            | ((word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080)
    }

    /// Whether a byte cannot stand in a JSON string as it is.
    static func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}
