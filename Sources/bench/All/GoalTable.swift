/// The goals of several benchmarks as a table, one line for each, with the margin to its limit.
nonisolated struct GoalTable {
    /// The change from which a goal counts as worse than in the stored run.
    private static let noticed = 0.1

    private let results: [BenchResult]
    private let earlier: BenchRun?

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - results: The benchmarks, in the order of the table.
    ///   - earlier: The run to compare with; `nil` without one.
    init(_ results: [BenchResult], against earlier: BenchRun?) {
        self.results = results
        self.earlier = earlier
    }

    /// Prints the table and a last line with the numbers of goals.
    func show() {
        let before = earlier == nil ? "" : "   BEFORE  CHANGE"
        print("\n" + "GOAL".left(56) + "MEASURED      LIMIT  MARGIN" + before)
        for result in results {
            for goal in result.goals { print(row(of: goal)) }
            if result.isSkipped { print(result.name.left(56) + "skipped: a part is missing") }
            if result.isShort, result.goals.allSatisfy(\.isMet) {
                print(result.name.left(56) + "failed: exit status \(result.status)")
            }
        }
        print(summary)
    }

    private func row(of goal: BenchGoal) -> String {
        let limit = (goal.isLeast ? "≥ " : "≤ ") + Measure.short(goal.limit)
        var row = goal.name.left(52) + Measure.short(goal.value).right(12) + limit.right(11)
        row += (goal.margin.map(GoalTable.percent) ?? "-").right(8)
        if let earlier {
            let known = earlier.goal(named: goal.name)
            row += (known.map { Measure.short($0.value) } ?? "-").right(9)
            row += (known.flatMap(goal.worsening).map { GoalTable.percent($0) } ?? "-").right(8)
            if isWorse(goal) { row += "  worse" }
        }
        return row + (goal.isMet ? "" : "  short")
    }

    private var summary: String {
        let goals = results.flatMap(\.goals)
        let worse = earlier == nil ? "" : ", \(goals.count(where: isWorse)) worse by more than a tenth"
        return
            "\(goals.count) goals: \(goals.count(where: \.isMet)) ok, \(goals.count { !$0.isMet }) short\(worse)"
    }

    private func isWorse(_ goal: BenchGoal) -> Bool {
        (earlier?.goal(named: goal.name).flatMap(goal.worsening) ?? 0) > GoalTable.noticed
    }

    private static func percent(_ part: Double) -> String {
        "\(part < 0 ? "−" : "+")\(Int((part.magnitude * 100).rounded())) %"
    }
}
