/// The result of a benchmark in a process of its own.
nonisolated struct BenchResult {
    /// The name of the benchmark.
    let name: String
    /// The goals, in the order of its output.
    let goals: [BenchGoal]
    /// The exit status of the process: 0 if all goals are met, 1 if one is missed, 77 if a part is missing.
    let status: CInt

    /// Whether a part of it is missing on this machine.
    var isSkipped: Bool { status == 77 }

    /// Whether a goal is missed or the process failed.
    var isShort: Bool { !isSkipped && (status != 0 || !goals.allSatisfy(\.isMet)) }
}
