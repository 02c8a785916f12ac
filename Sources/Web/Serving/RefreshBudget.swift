import Reactive

/// The number of sources that all visitors together may refresh: some at once, then one at a time.
///
/// The daemon has limits of its own, for each user of the machine; this program is one user.
final class RefreshBudget {
    /// The number at once.
    static let burst = 10
    /// The interval after which one more is possible.
    static let interval = Duration.seconds(6)

    private let now: () -> LoopTime
    private var left = RefreshBudget.burst
    private var since: LoopTime?

    /// Makes a budget.
    init(now: @escaping () -> LoopTime) { self.now = now }

    /// Takes one refresh from the budget; returns `false` if there is none left.
    func take() -> Bool {
        let time = now()
        if let since {
            let passed = since.distance(to: time).duration
            let earned = Int(passed / RefreshBudget.interval)
            left = min(RefreshBudget.burst, left + earned)
            if earned > 0 { self.since = time }
        } else {
            since = time
        }
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
