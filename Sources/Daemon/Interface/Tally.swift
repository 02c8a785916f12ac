/// A number that is counted in parts.
nonisolated struct Tally<Place: Sendable>: Sendable {
    /// The end of the last part; `nil` before the first.
    private(set) var place: Place?
    private var count = 0

    /// Adds a part.
    ///
    /// - Parameter part: The number that was counted, and the end of the part; `nil` at the end of all.
    /// - Returns: The sum at the end of all; otherwise `nil`.
    mutating func add(_ part: (count: Int, next: Place?)) -> Int? {
        count += part.count
        place = part.next
        return part.next == nil ? count : nil
    }
}
