import Records

/// A CDATA section that holds text with its references resolved.
struct XMLResolvedText {
    /// The maximum length of a section, in bytes: libxml2 holds a section until its end.
    private static let usualLength = 4096

    /// The number of bytes.
    private(set) var count = 0
    /// The number of `]` at its end, at most two: a `>` after two of them would end it.
    private(set) var brackets = 0

    /// Whether the section is long enough.
    var isFull: Bool { count >= XMLResolvedText.usualLength }
    /// The number of bytes that it should still receive at most.
    var room: Int { max(1, XMLResolvedText.usualLength - count) }

    /// Notes bytes that were added.
    mutating func add(_ bytes: Span<UInt8>) {
        guard let last = bytes.indices.last else { return }
        count += bytes.count
        if bytes[last] != .rightBracket {
            brackets = 0
        } else {
            let isPair = last > 0 ? bytes[last - 1] == .rightBracket : brackets > 0
            brackets = isPair ? 2 : 1
        }
    }

    /// Notes a byte that was added.
    mutating func add(_ byte: UInt8) {
        count += 1
        brackets = byte == .rightBracket ? min(2, brackets + 1) : 0
    }
}
