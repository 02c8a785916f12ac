/// The lower hull of lines, to which each is added once, and removed at most once.
///
/// Slopes fall from line to line, and the places at which the least line is looked for grow. Methods that only read are
/// mutating, too: reading an inline array in a borrowed value copies all of it.
struct Hull<let most: Int>: ~Copyable {
    // Arrays of their own, since a pair of numbers that was just written cannot be read as one without waiting.
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
        while count - front >= 2, isCovered(slope, base) { count -= 1 }
        slopes[count] = slope
        bases[count] = base
        numbers[count] = number
        count += 1
    }

    /// Returns the number of the least line at a place, and its value.
    mutating func least(at place: Double) -> (number: Int, value: Double) {
        var value = bases[front] + slopes[front] * place
        while front + 1 < count {
            let next = bases[front + 1] + slopes[front + 1] * place
            guard next <= value else { break }
            value = next
            front += 1
        }
        return (numbers[front], value)
    }

    /// Returns whether the newest line is nowhere below both the one before it and a further one.
    private mutating func isCovered(_ slope: Double, _ base: Double) -> Bool {
        let (older, newer) = (count - 2, count - 1)
        return (base - bases[older]) * (slopes[older] - slopes[newer])
            <= (bases[newer] - bases[older]) * (slopes[older] - slope)
    }
}
