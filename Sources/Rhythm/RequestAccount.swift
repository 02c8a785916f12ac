public import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The account of the scheduled requests to an upstream: how many the budget has left, and what one must be
/// worth.
///
/// Sources that are fetched together share one account and one plan; see `SharedPlan`.
public struct RequestAccount: Sendable {
    /// The budget of all requests.
    public internal(set) var budget: RequestBudget
    /// Whether several sources plan requests.
    public internal(set) var isShared: Bool
    /// The time until which requests were allowed for; negative before the first attempt.
    var latest = -1.0
    /// The requests that a timer would have made minus the scheduled ones.
    var credit = 0.0
    /// The logarithm of the delay that a request must save: in intervals, if one source plans the requests.
    var price = RequestAccount.initialPrice
    /// The same, as a multiple of what each request of a timer saves, if several sources plan them.
    var sharedPrice = Tuning.sharedPrice
    var window = RequestWindow()

    static let initialPrice = log(Tuning.initialPrice)
    private static let prices = log(0.002)...log(2.0)
    private static let sharedPrices = -4.0...4.0

    /// Creates an account without any requests.
    ///
    /// - Parameters:
    ///   - budget: The budget of all requests.
    ///   - isShared: Whether several sources plan requests.
    public init(budget: RequestBudget, isShared: Bool = false) {
        self.budget = budget
        self.isShared = isShared
    }

    /// The savings as a share of a day's requests.
    var savings: Double { credit / budget.requestsPerDay }

    /// The largest savings: sources that share an account need fewer, since all of them lower the price.
    private var most: Double { max(1, (isShared ? Tuning.shared.most : 1) * budget.requestsPerDay) }

    /// Adds the requests that a timer would have made until a moment.
    ///
    /// - Parameters:
    ///   - now: The moment; a clock that was set back adds nothing.
    ///   - isPriced: Whether the price follows the savings.
    mutating func pass(until now: Double, isPriced: Bool) {
        // An answer may be older than the latest request; a clock that was set back is not.
        defer { latest = now < latest - 600 ? now : max(latest, now) }
        guard latest >= 0 else { return }
        let passed = max(0, min(now - latest, budget.longestSeconds))
        credit = min(credit + passed / budget.seconds, most)
        if isPriced { followSavings(passed) }
    }

    /// Counts a scheduled request.
    mutating func charge(at now: Double) {
        credit -= 1
        window.add(at: now)
    }

    /// Moves the price so that the requests of a timer are used up, but not more.
    private mutating func followSavings(_ passed: Double) {
        let change = (aim - savings) * passed / 86_400
        if isShared {
            sharedPrice = bounded(sharedPrice + change, RequestAccount.sharedPrices)
        } else {
            price = bounded(price + change, RequestAccount.prices)
        }
    }

    private func bounded(_ price: Double, _ range: ClosedRange<Double>) -> Double {
        max(range.lowerBound, min(range.upperBound, price))
    }
}

extension RequestAccount {
    /// Counts a scheduled request that several sources share; each of them then notes it with another cause.
    public mutating func record(at moment: UTC) {
        let now = moment.inSeconds
        if (0..<1e11).contains(now) { charge(at: now) }
    }

    /// Changes the budget; what is left of it stays.
    ///
    /// - Parameters:
    ///   - budget: The budget of all requests.
    ///   - isShared: Whether several sources plan requests.
    public mutating func adapt(to budget: RequestBudget, isShared: Bool) {
        self.budget = budget
        self.isShared = isShared
        credit = max(-budget.requestsPerDay - 2, min(most, credit))
    }

    /// Continues another account of the same requests if that is newer: each source stores the account as its
    /// own latest attempt left it.
    public mutating func renew(from other: RequestAccount) {
        guard other.latest > latest else { return }
        latest = other.latest
        credit = other.credit
        price = other.price
        window = other.window
    }
}
