import Glibc
package import Reactive

/// The steps of a simulated clock while a program has nothing to do: short ones first, since a test may wait
/// for a moment, and then longer ones, up to what the program does next.
package struct Pauses {
    private static let shortest: Duration = .milliseconds(10)
    /// The number of steps of that length; each further one is twice as long as the one before.
    private static let shortSteps = 4
    /// The number of steps since something was served.
    private var count = 0

    package init() {}

    /// The time for which the loop waits before a step: none before a short one. The kernel may deliver late
    /// what was sent by TCP, and another process computes in real time: long steps would be timeouts.
    package var patience: Duration {
        if Pauses.hasChildren { return .milliseconds(5) }
        return count < Pauses.shortSteps ? .zero : .milliseconds(1)
    }

    /// Begins again with short steps: something was served.
    package mutating func restart() { count = 0 }

    /// Advances a clock by a step.
    package mutating func pass(on clock: ManualScheduler) {
        count = Pauses.hasChildren ? 0 : min(count + 1, 40)
        let step = Pauses.shortest * (1 << max(0, count - Pauses.shortSteps))
        let end = clock.now + step
        clock.advance(to: max(clock.now + Pauses.shortest, min(end, clock.nextDeadline ?? end)))
    }

    /// Whether this process has others that it has not waited for.
    private static var hasChildren: Bool {
        var found = siginfo_t()
        return waitid(P_ALL, 0, &found, WEXITED | WNOHANG | WNOWAIT) == 0
    }
}
