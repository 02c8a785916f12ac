/// The steps in which the routine publication of a cycle is expected: times at which a request would find it.
///
/// It is large, and must not be copied for every use.
struct Steps: ~Copyable {
    /// The maximum number of steps; later ones are merged.
    static let most = 40
    var starts = InlineArray<40, Double>(repeating: 0)
    var ends = InlineArray<40, Double>(repeating: 0)
    var masses = InlineArray<40, Double>(repeating: 0)
    var count = 0

    mutating func append(start: Double, end: Double, mass: Double) {
        guard count < Steps.most else {
            ends[count - 1] = end
            masses[count - 1] += mass
            return
        }
        starts[count] = start
        ends[count] = end
        masses[count] = mass
        count += 1
    }
}

/// A plan for the routine publication of a cycle.
struct Plan {
    /// The moments of the first and of the last possible request.
    private(set) var first, last: Double
    /// The expected number of requests: later ones are only sent if earlier ones found nothing.
    private(set) var requests: Double

    /// Creates the plan with the least delay and price, or `nil` if no request is worth its price.
    ///
    /// Dynamic programming from the last step to the first: after a request that found nothing, the best rest of the
    /// plan follows; after one that found the publication, nothing more is asked.
    ///
    /// - Parameters:
    ///   - steps: The steps in which the publication is expected.
    ///   - price: The delay in seconds that one request must save.
    ///   - pause: The pause of requests without a plan.
    ///   - found: The share of the expected publications that arrive, for the number of requests.
    init?(_ steps: borrowing Steps, price: Double, pause: Double, found: Double = 1) {
        var costs = InlineArray<41, Double>(repeating: 0)
        var requests = InlineArray<41, Double>(repeating: 0)
        var lasts = InlineArray<41, Int>(repeating: -1)
        let masses = steps.masses.span
        var missing = 1.0
        for index in 0..<steps.count { missing -= masses[index] }
        var rest = 0.0
        var first = -1
        for index in stride(from: steps.count - 1, through: 0, by: -1) {
            rest += masses[index]
            missing += masses[index]
            costs[index] = rest * pause / 2
            first = steps.cheapest(from: index, request: price * max(0, missing), pause: pause, &costs)
            guard first >= 0 else { continue }
            requests[index] = 1 - min(1, 1 - missing) * found + requests[first + 1]
            lasts[index] = lasts[first + 1] < 0 ? first : lasts[first + 1]
        }
        guard first >= 0 else { return nil }
        self.first = steps.ends.span[first]
        last = steps.ends.span[lasts[0]]
        self.requests = requests[0]
    }

    /// Raises the price until the plan needs few enough requests, or three times.
    mutating func shorten(_ steps: borrowing Steps, price: Double, pause: Double, to affordable: Double) {
        var raised = price
        for _ in 0..<3 where requests > affordable {
            raised *= min(4, requests / max(0.5, affordable))
            guard let shorter = Plan(steps, price: raised, pause: pause) else { return }
            self = shorter
        }
    }
}

extension Steps {
    /// Returns the step at whose end the next request costs least, or -1 if none is better than `costs[index]`.
    fileprivate func cheapest(
        from index: Int, request: Double, pause: Double, _ costs: inout InlineArray<41, Double>
    ) -> Int {
        // A subscript of an inline array in a borrowed value copies the array.
        let (starts, ends, masses) = (starts.span, ends.span, masses.span)
        var first = -1
        var waiting = 0.0
        var delay = 0.0
        for end in index..<count {
            if end > index { delay += waiting * (ends[end] - ends[end - 1]) }
            delay += masses[end] * min(pause, (ends[end] - starts[end]) / 2)
            if delay > costs[index] { break }
            waiting += masses[end]
            let cost = delay + request + costs[end + 1]
            if cost < costs[index] {
                costs[index] = cost
                first = end
            }
        }
        return first
    }
}
