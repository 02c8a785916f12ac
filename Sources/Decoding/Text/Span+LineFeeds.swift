import Records

extension Span<UInt8> {
    /// Returns the number of line feeds in a range.
    func lineFeeds(in part: Range<Int>) -> Int {
        let bytes = extracting(part)
        var at = 0
        var count = 0
        while at < bytes.count {
            // A sum of one byte, so that the compiler adds many at once.
            let end = Swift.min(at &+ 255, bytes.count)
            var sum: UInt8 = 0
            while at < end {
                sum &+= bytes[unchecked: at] == .newline ? 1 : 0
                at &+= 1
            }
            count += Int(sum)
        }
        return count
    }
}
