/// A set of rows' numbers, in about a bit each where they lie close.
struct RowSet {
    private var words: [Int64: UInt64] = [:]
    /// How many there are.
    private(set) var count = 0

    /// Adds a number.
    ///
    /// - Returns: Whether it was not there.
    mutating func insert(_ number: Int64) -> Bool {
        let bit: UInt64 = 1 << UInt64(number & 63)
        let word = words[number >> 6, default: 0]
        guard word & bit == 0 else { return false }
        words[number >> 6] = word | bit
        count += 1
        return true
    }

    /// Whether a number was added.
    func contains(_ number: Int64) -> Bool {
        words[number >> 6, default: 0] & (1 << UInt64(number & 63)) != 0
    }
}
