public import Records

/// The next request for several sources that share an account.
///
/// Time is divided into steps, and each source adds the publications that it expects in them, so that a plan
/// costs the same for any number of sources. What a source expects is computed once after each request and
/// once after the source has learned.
public struct SharedPlan: Sendable {
    /// The start, which is the time of the latest request, and the length of a short step in seconds.
    private(set) var start = -1.0
    private(set) var step = 1.0
    /// The expected publications in each step, for each source.
    private var curves: [Float] = []
    /// The weight of each source; negative if its curve is not that of the present plan.
    private var weights: [Float] = []
    /// The sums over the sources.
    private var total = Array(repeating: Float(0), count: SharedSteps.count)
    private var weight: Float = 0
    /// Whether the phase of a source counts.
    private var hasPhase = false
    /// The indices of the sources whose curves are to be computed: the first `outdatedCount` ones of an array
    /// that keeps its length.
    private var outdated: [Int]
    private var outdatedCount: Int

    /// Creates a plan.
    ///
    /// - Parameter count: The number of sources.
    public init(count: Int) {
        curves = Array(repeating: 0, count: count * SharedSteps.count)
        weights = Array(repeating: -1, count: count)
        outdated = Array(0..<count)
        outdatedCount = count
    }

    /// The number of sources.
    public var count: Int { weights.count }

    /// Marks a source that has learned or forgotten something.
    ///
    /// - Parameter index: The index of the source.
    public mutating func update(_ index: Int) {
        guard weights[index] >= 0 else { return }
        add(index, sign: -1)
        weights[index] = -1
        outdated[outdatedCount] = index
        outdatedCount += 1
    }

    /// Returns the moment of the next request.
    ///
    /// - Parameters:
    ///   - account: The account of all sources.
    ///   - moment: The time now; the result is never earlier.
    ///   - lend: Calls a function with the rhythm of the source with an index, unless it has none.
    /// - Returns: A moment that keeps the budget.
    public mutating func nextRequest(
        on account: RequestAccount, after moment: UTC,
        _ lend: (_ index: Int, _ use: (borrowing SourceRhythm) -> Void) -> Void
    ) -> UTC {
        let now = moment.inSeconds
        guard account.latest >= 0, now >= account.latest - 1 else { return moment }
        restart(at: account.latest, interval: account.budget.seconds)
        for place in 0..<outdatedCount {
            let index = outdated[place]
            weights[index] = 0
            lend(index) { compute(index, $0) }
        }
        outdatedCount = 0
        let last = account.latest + account.budget.longestSeconds
        let wanted = min(last, next(price: account.shared))
        let planned = account.affordable(wanted, before: last, debt: hasPhase ? account.sharedDebt : 0)
        return max(moment, UTC(microseconds: Int64((planned * 1_000_000).rounded(.up))))
    }

    /// Starts over after another request, or with another budget.
    private mutating func restart(at start: Double, interval: Double) {
        let step = interval / SharedSteps.perInterval
        guard start != self.start || step != self.step else { return }
        self.start = start
        self.step = step
        for index in weights.indices { weights[index] = -1 }
        for index in total.indices { total[index] = 0 }
        weight = 0
        hasPhase = false
        for index in outdated.indices { outdated[index] = index }
        outdatedCount = count
    }

    private mutating func compute(_ index: Int, _ rhythm: borrowing SourceRhythm) {
        hasPhase = hasPhase || rhythm.chosen >= 0
        let first = index * SharedSteps.count
        weights[index] = Float(rhythm.weight(interval: step * SharedSteps.perInterval))
        rhythm.expect(from: start, step: step, in: &curves, at: first)
        add(index, sign: 1)
    }

    private mutating func add(_ index: Int, sign: Float) {
        let first = index * SharedSteps.count
        let factor = sign * weights[index]
        for step in 0..<SharedSteps.count { total[step] += factor * curves[first + step] }
        weight += factor
    }

    /// Returns the moment of the next request with the least delay and price of all later ones.
    ///
    /// Dynamic programming, as in `Plan`; only the first request is made: what it finds changes the plan.
    /// Delays are the moments of requests minus those of publications, which are the same in all plans and
    /// therefore left out.
    ///
    /// - Parameter price: The delay that a request must save: 1 is what each of a timer saves.
    /// - Returns: A moment after `start`.
    private func next(price: Double) -> Double {
        let total = total.span
        // Delays are counted in short steps; those between the requests of a timer add up to half an
        // interval.
        let price = price * Double(weight) * SharedSteps.perInterval / 2
        var hull = Hull<73>()
        // The expected publications after the present step.
        var later = 0.0
        hull.add(SharedSteps.count, slope: SharedSteps.start(SharedSteps.count), base: 0)
        for index in (1..<SharedSteps.count).reversed() {
            later += Double(total[index])
            let cost = hull.least(at: later).value + price
            let start = SharedSteps.start(index)
            hull.add(index, slope: start, base: cost - start * later)
        }
        let first = hull.least(at: later + Double(total[0])).number
        return start + SharedSteps.start(first) * step
    }
}
