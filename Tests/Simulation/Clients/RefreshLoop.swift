import Records

/// A user without rights who requests an attempt of a source every second.
///
/// Source: almanac.source(5) and io.almanac, `Refresh`: three at once, then one per interval.
final class RefreshLoop {
    private static let burst = 3

    private let source: SimulatedSource
    private let user: UInt32
    private let began = World.current.now
    private let starts = World.current.machine.starts
    private let edits: Int
    private let before: Int

    init(_ source: SimulatedSource, as user: UInt32) {
        self.source = source
        self.user = user
        edits = source.edits
        before = World.current.upstreams.politeness.counts[source.name] ?? 0
    }

    /// Whether the daemon still uses the same budget: a restart or a changed definition begins a new one.
    private var hasSameBudget: Bool {
        World.current.machine.starts == starts && source.edits == edits
    }

    /// Requests attempts until the time is over, or until the daemon has other budgets.
    func run(for seconds: Int) {
        let world = World.current
        guard seconds > 0, source.isEnabled, hasSameBudget else { return }
        world.clients.call("Refresh", ["selector": ["sources": [.string(source.name)]]], as: user) { _ in
            self.check()
        }
        world.after(.seconds(1)) { self.run(for: seconds - 1) }
    }

    /// Compares the requests that reached the upstream with those that are allowed: the budget, the interval,
    /// a retry after at least twenty seconds; each may be redirected. Reading a file costs nobody else
    /// anything.
    private func check() {
        guard hasSameBudget, source.origin != .file else { return }
        let elapsed = World.current.now - began
        let attempts = Self.burst + 2 * Int(elapsed / source.interval + 1) + Int(elapsed / .seconds(20))
        let found = (World.current.upstreams.politeness.counts[source.name] ?? 0) - before
        if found > 2 * attempts {
            World.current.fail("\(source.name) is requested \(found) times for a user without rights")
        }
    }
}
