/// One word of a report: where it stands, and its first eight bytes for quick comparison.
struct Token: Hashable, Sendable {
    /// Where it begins, bytes from the start of the report.
    let start: Int
    /// How long it is, bytes; never 0.
    let count: Int
    /// The first eight bytes, the first in the highest place, zero beyond the end.
    let head: UInt64

    /// Where it ends.
    var end: Int { start + count }

    /// One of the first eight bytes; 0 beyond the end.
    @inline(__always)
    subscript(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: head &>> UInt64(56 &- 8 &* index)) }

    /// Which of the first eight bytes are digits; the first byte is the highest bit.
    @inline(__always)
    var digits: UInt8 {
        let offset = head ^ 0x3030_3030_3030_3030
        let other = ((offset & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | offset
        let ones = (~other & 0x8080_8080_8080_8080) &>> 7
        return UInt8(truncatingIfNeeded: (ones &* 0x0102_0408_1020_4080) &>> 56)
    }

    /// The number that `count` digits within the first eight bytes make.
    @inline(__always)
    func number(at index: Int, _ count: Int) -> Int {
        var value = 0
        for place in index..<index + count { value = value &* 10 &+ Int(self[place] & 15) }
        return value
    }

    /// Whether the word is `text`, at most eight bytes of ASCII.
    @inline(__always)
    func `is`(_ text: StaticString) -> Bool { head == Token.head(text) && count == text.utf8CodeUnitCount }

    /// Whether the word begins with `text`, at most eight bytes of ASCII.
    @inline(__always)
    func begins(_ text: StaticString) -> Bool {
        let unused = UInt64(64 &- 8 &* text.utf8CodeUnitCount)
        return (head ^ Token.head(text)) &>> unused == 0
    }

    /// The same without its first bytes.
    func dropping(_ count: Int, _ bytes: Span<UInt8>) -> Token {
        Token(start: start + count, end: end, in: bytes)
    }

    /// The word between two places.
    init(start: Int, end: Int, in bytes: Span<UInt8>) {
        (self.start, count) = (start, end - start)
        var head: UInt64 = 0
        for index in start..<min(end, start + 8) {
            head |= UInt64(bytes[index]) << UInt64(56 - 8 * (index - start))
        }
        self.head = head
    }

    @inline(__always)
    init(start: Int, count: Int, head: UInt64) { (self.start, self.count, self.head) = (start, count, head) }

    @inline(__always)
    static func head(_ text: StaticString) -> UInt64 {
        var head: UInt64 = 0
        let count = text.utf8CodeUnitCount
        for index in 0..<count { head |= UInt64(unsafe text.utf8Start[index]) << UInt64(56 - 8 * index) }
        return head
    }
}

extension Token {
    /// The word as text; bytes that are no UTF-8 become U+FFFD.
    func text(_ bytes: Span<UInt8>) -> String { bytes.text(start..<end) }
}
