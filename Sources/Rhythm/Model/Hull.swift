/// The lower hull of lines, to which each is added once, and removed at most once.
///
/// Slopes fall from line to line, and the places at which the least line is looked for grow. Methods that
/// only read are mutating, too: reading an inline array in a borrowed value copies all of it. Lines are read
/// unchecked: `front` is less than `count`, once there is a line.
struct Hull<let most: Int>: ~Copyable {
    // Arrays of their own, since a pair of numbers that was just written cannot be read as one without
    // waiting.
    private var slopes = InlineArray<most, Double>(repeating: 0)
    private var bases = InlineArray<most, Double>(repeating: 0)
    private var numbers = InlineArray<most, Int>(repeating: 0)
    /// The lines that are or may become the least ones.
    private var front = 0
    private var count = 0

    /// Adds a line, and removes those that it makes unnecessary.
    ///
    /// - Parameters:
    ///   - number: What the line stands for.
    ///   - slope: The slope.
    ///   - base: The value at 0.
    mutating func add(_ number: Int, slope: Double, base: Double) {
        precondition(count < most, "more lines than were announced")
        while count &- front >= 2, isCovered(slope, base) { count &-= 1 }
        slopes[unchecked: count] = slope
        bases[unchecked: count] = base
        numbers[unchecked: count] = number
        count &+= 1
    }

    /// Returns the number of the least line at a place, and its value.
    mutating func least(at place: Double) -> (number: Int, value: Double) {
        var value = bases[unchecked: front] + slopes[unchecked: front] * place
        while front &+ 1 < count {
            let next = bases[unchecked: front &+ 1] + slopes[unchecked: front &+ 1] * place
            guard next <= value else { break }
            value = next
            front &+= 1
        }
        return (numbers[unchecked: front], value)
    }

    /// Returns whether the newest line is nowhere below both the one before it and a further one.
    private mutating func isCovered(_ slope: Double, _ base: Double) -> Bool {
        let (older, newer) = (count &- 2, count &- 1)
        return (base - bases[unchecked: older]) * (slopes[unchecked: older] - slopes[unchecked: newer])
            <= (bases[unchecked: newer] - bases[unchecked: older]) * (slopes[unchecked: older] - slope)
    }
}
