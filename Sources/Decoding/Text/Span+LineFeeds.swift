import Records

extension Span<UInt8> {
    /// Returns the number of line feeds in a range.
    func lineFeeds(in part: Range<Int>) -> Int {
        var at = part.lowerBound
        var count = 0
        while at + 8 <= part.upperBound {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            count += word.marks(of: .newline).nonzeroBitCount
            at += 8
        }
        while at < part.upperBound {
            if self[at] == .newline { count += 1 }
            at += 1
        }
        return count
    }
}
