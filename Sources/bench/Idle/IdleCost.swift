/// The wake-ups and the CPU time of a process.
struct IdleCost {
    /// The number of wake-ups of all its threads: voluntary context switches.
    var wakeups = 0.0
    /// The CPU time, in seconds.
    var processor = 0.0

    /// Both numbers as columns of the table.
    var columns: String { Measure.short(wakeups.rounded()).right(16) + Measure.short(processor).right(21) }

    static func - (one: IdleCost, other: IdleCost) -> IdleCost {
        IdleCost(wakeups: one.wakeups - other.wakeups, processor: one.processor - other.processor)
    }

    static func + (one: IdleCost, other: IdleCost) -> IdleCost {
        IdleCost(wakeups: one.wakeups + other.wakeups, processor: one.processor + other.processor)
    }

    static func * (cost: IdleCost, factor: Double) -> IdleCost {
        IdleCost(wakeups: cost.wakeups * factor, processor: cost.processor * factor)
    }
}

extension IdleCost {
    /// Reads what a running process has used so far.
    ///
    /// - Throws: An error if it has ended.
    init(of process: BenchProcess) throws {
        wakeups = Double(try process.switches())
        processor = try process.cpu() / 1e9
    }
}
