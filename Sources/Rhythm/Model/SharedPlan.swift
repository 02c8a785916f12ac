/// The next request for several sources that share an account.
///
/// Time is divided into steps, and each source adds the publications that it expects in them. Dynamic programming finds
/// the requests with the least delay of all of them and the least price, of which only the first one is made: what it
/// finds changes the plan.
struct SharedPlan: ~Copyable {
    /// The number of steps, and how many of them an interval has.
    static let steps = 192
    static let stepsOfInterval = 24.0

    /// The start of the plan, and the length of a step in seconds.
    let start, step: Double
    /// The expected publications until the start of each step, weighted so that each source has one in an interval.
    private var sums = InlineArray<193, Double>(repeating: 0)
    /// The sum of the weights.
    private var weight = 0.0

    /// Creates a plan without any source.
    ///
    /// - Parameters:
    ///   - start: The time of the latest request.
    ///   - interval: The interval of a timer with the same budget.
    init(start: Double, interval: Double) {
        self.start = start
        step = interval / SharedPlan.stepsOfInterval
    }

    /// Adds a source.
    ///
    /// - Parameters:
    ///   - weight: The weight of its delays.
    ///   - rate: Its publications per second, on average.
    ///   - expected: Returns its expected publications from `start` until a time.
    mutating func add(weight: Double, rate: Double, _ expected: (Double) -> Double) {
        self.weight += weight
        let unit = weight / max(1e-12, rate * step * SharedPlan.stepsOfInterval)
        for index in 1...SharedPlan.steps {
            sums[index] += unit * expected(start + Double(index) * step)
        }
    }

    /// Returns the moment of the next request.
    ///
    /// - Parameters:
    ///   - price: The delay that a request must save: 1 is what each of a timer saves.
    ///   - longest: The longest pause in seconds.
    /// - Returns: A moment after `start`.
    func next(price: Double, longest: Double) -> Double {
        let last = SharedPlan.steps
        // Delays are counted in steps; those between the requests of a timer add up to half an interval.
        let cost = price * weight * SharedPlan.stepsOfInterval / 2
        // A subscript of an inline array in a borrowed value copies the array.
        let sums = sums.span
        var products = InlineArray<193, Double>(repeating: 0)
        for index in 1...last {
            let middle = Double(index) - 0.5
            products[index] = products[index - 1] + (sums[index] - sums[index - 1]) * middle
        }
        // The sums of the expected publications times the middles of their steps.
        let moments = products.span
        var costs = InlineArray<193, Double>(repeating: 0)
        var first = last
        for index in stride(from: last - 1, through: 0, by: -1) {
            let (sum, moment) = (sums[index], moments[index])
            var least = Double(last) * (sums[last] - sum) - (moments[last] - moment)
            first = last
            for next in index + 1..<last {
                let delay = Double(next) * (sums[next] - sum) - (moments[next] - moment)
                if delay > least { break }
                let total = delay + cost + costs[next]
                if total < least {
                    least = total
                    first = next
                }
            }
            costs[index] = least
        }
        return start + min(longest, Double(first) * step)
    }
}
