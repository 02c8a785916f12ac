/// The UTF-8 byte order mark that some editors write.
///
/// Source: RFC 8259 §8.1: parsers of JSON may ignore it.
private let mark = Array("\u{FEFF}".utf8)

extension [UInt8] {
    /// The bytes without a byte order mark.
    package var unmarked: [UInt8] { starts(with: mark) ? Array(dropFirst(mark.count)) : self }
}

extension Span<UInt8> {
    /// The range of the bytes after a byte order mark.
    var unmarked: Range<Int> {
        let isMarked = count >= mark.count && mark.indices.allSatisfy { self[$0] == mark[$0] }
        return (isMarked ? mark.count : 0)..<count
    }
}
