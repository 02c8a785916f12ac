import Records

/// A cursor that reads the bytes of one word.
struct ByteCursor {
    /// The offset of the next byte.
    var at: Int
    /// The offset of the end of the word.
    let end: Int

    init(_ token: Token) {
        at = token.start
        end = token.end
    }

    init(_ range: Range<Int>) {
        at = range.lowerBound
        end = range.upperBound
    }

    /// Whether the cursor is at the end.
    var isAtEnd: Bool { at == end }

    /// The number of remaining bytes.
    var left: Int { end - at }

    /// Returns the next byte; 0 at the end.
    @inline(__always)
    func peek(_ bytes: Span<UInt8>) -> UInt8 { at < end ? bytes[at] : 0 }

    /// Consumes one byte if it comes next.
    @inline(__always)
    mutating func consume(_ byte: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
        guard at < end, UInt32(bytes[at]) == byte.value else { return false }
        at += 1
        return true
    }

    /// Consumes several letters if they come next.
    @inline(__always)
    mutating func consume(letters text: StaticString, in bytes: Span<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard at + count <= end else { return false }
        for index in 0..<count {
            let expected = unsafe text.utf8Start[index]
            if bytes[at + index] != expected { return false }
        }
        at += count
        return true
    }

    /// Consumes up to `limit` digits and returns their number and value.
    mutating func number(_ bytes: Span<UInt8>, upTo limit: Int) -> (count: Int, value: Int) {
        var count = 0
        var value = 0
        while count < limit, at < end, bytes[at].isDigit {
            value = value * 10 + Int(bytes[at].digitValue)
            count += 1
            at += 1
        }
        return (count, value)
    }

    /// Consumes exactly `count` digits; consumes nothing if there are fewer.
    mutating func number(_ bytes: Span<UInt8>, exactly count: Int) -> Int? {
        let before = at
        let found = number(bytes, upTo: count)
        guard found.count == count else {
            at = before
            return nil
        }
        return found.value
    }

    /// Consumes exactly `count` slashes; consumes nothing if there are fewer.
    mutating func slashes(_ bytes: Span<UInt8>, count: Int) -> Bool {
        guard at + count <= end else { return false }
        for index in at..<at + count where bytes[index] != .slash { return false }
        at += count
        return true
    }

    /// Whether only slashes remain.
    func isSlashes(_ bytes: Span<UInt8>) -> Bool {
        for index in at..<end where bytes[index] != .slash { return false }
        return true
    }
}
