import Glibc

/// What something costs, microseconds each.
nonisolated struct StoreCost {
    /// The process's own time.
    var processor = 0.0
    /// The time that passes.
    var wall = 0.0

    /// Measures what is done `count` times.
    static func of(_ count: Int, _ body: () throws -> Void) rethrows -> StoreCost {
        let (processor, wall) = (read(CLOCK_PROCESS_CPUTIME_ID), read(CLOCK_MONOTONIC))
        try body()
        let each = 1 / Double(count)
        return StoreCost(
            processor: (read(CLOCK_PROCESS_CPUTIME_ID) - processor) * each,
            wall: (read(CLOCK_MONOTONIC) - wall) * each)
    }

    /// The medians.
    static func median(_ costs: [StoreCost]) -> StoreCost {
        guard !costs.isEmpty else { return StoreCost() }
        return StoreCost(
            processor: costs.map(\.processor).sorted()[costs.count / 2],
            wall: costs.map(\.wall).sorted()[costs.count / 2])
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
