/// Walks through the bytes of one word.
struct Scan {
    /// Where the next byte stands.
    var at: Int
    /// Where the word ends.
    let end: Int

    init(_ token: Token) { (at, end) = (token.start, token.end) }

    init(_ range: Range<Int>) { (at, end) = (range.lowerBound, range.upperBound) }

    /// Whether nothing is left.
    var isAtEnd: Bool { at == end }

    /// How much is left, bytes.
    var left: Int { end - at }

    /// The next byte; 0 at the end.
    @inline(__always)
    func peek(_ bytes: Span<UInt8>) -> UInt8 { at < end ? bytes[at] : 0 }

    /// Steps over one byte if it is what stands there.
    @inline(__always)
    mutating func take(_ byte: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
        guard at < end, UInt32(bytes[at]) == byte.value else { return false }
        at += 1
        return true
    }

    /// Steps over a text if it is what stands there.
    @inline(__always)
    mutating func take(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard at + count <= end else { return false }
        for index in 0..<count {
            let expected = unsafe text.utf8Start[index]
            if bytes[at + index] != expected { return false }
        }
        at += count
        return true
    }

    /// Steps over the digits that stand there, at most `limit`, and gives their number and value.
    mutating func number(_ bytes: Span<UInt8>, upTo limit: Int) -> (count: Int, value: Int) {
        var (count, value) = (0, 0)
        while count < limit, at < end, bytes[at] &- 0x30 < 10 {
            value = value * 10 + Int(bytes[at] - 0x30)
            (count, at) = (count + 1, at + 1)
        }
        return (count, value)
    }

    /// Steps over exactly `count` digits; stays when there are fewer.
    mutating func number(_ bytes: Span<UInt8>, exactly count: Int) -> Int? {
        let before = at
        let found = number(bytes, upTo: count)
        guard found.count == count else {
            at = before
            return nil
        }
        return found.value
    }

    /// Steps over exactly `count` slashes; stays when there are fewer.
    mutating func slashes(_ bytes: Span<UInt8>, _ count: Int) -> Bool {
        guard at + count <= end else { return false }
        for index in at..<at + count where bytes[index] != 0x2F { return false }
        at += count
        return true
    }

    /// Whether all that is left are slashes.
    func isSlashes(_ bytes: Span<UInt8>) -> Bool {
        for index in at..<end where bytes[index] != 0x2F { return false }
        return true
    }
}
