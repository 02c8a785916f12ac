/// Finds a short script that still fails, by leaving events out.
struct Shrinker {
    /// The maximum number of runs.
    private static let mostRuns = 400

    private let plan: Plan
    private let fault: String
    private let root: String

    init(_ plan: Plan, _ fault: String, in root: String) {
        self.plan = plan
        self.fault = fault
        self.root = root
    }

    /// Returns the events that are needed.
    func shrink() -> [Event] {
        var events = plan.events
        var size = max(1, events.count / 2)
        var runs = 0
        while runs < Self.mostRuns {
            var start = 0
            var isShorter = false
            while start < events.count, runs < Self.mostRuns {
                var fewer = events
                fewer.removeSubrange(start..<min(events.count, start + size))
                runs += 1
                if fails(fewer) { (events, isShorter) = (fewer, true) } else { start += size }
            }
            if size == 1, !isShorter { break }
            size = max(1, size / 2)
        }
        return events
    }

    /// Whether the same kind of fault appears: numbers may differ.
    private func fails(_ events: [Event]) -> Bool {
        var plan = plan
        plan.use(events)
        guard let found = Child(plan, in: root).wait().fault else { return false }
        return Self.kind(found) == Self.kind(fault)
    }

    private static func kind(_ fault: String) -> String {
        String(fault.filter { !$0.isNumber }.prefix(40))
    }
}
