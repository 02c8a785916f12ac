/// A run of bins of a phase that a plan treats as one.
struct CycleStep: Sendable {
    /// The start and the end in seconds from the start of a cycle.
    let start, end: Double
    /// The share of the routine publications, 0...1.
    let share: Double
}

/// The steps of a cycle: times at whose ends a request may be worth its price. Their shares add up to 1.
struct Steps: Sendable {
    /// The maximum number of steps; later ones are merged.
    static let most = 64
    /// The steps in order; their memory is kept, so that other ones need none.
    private(set) var all: [CycleStep] = []

    init() { all.reserveCapacity(Steps.most) }

    /// Removes all steps.
    mutating func clear() { all.removeAll(keepingCapacity: true) }

    /// Adds a step, or extends the last one.
    mutating func append(_ step: CycleStep) {
        guard all.count == Steps.most, let last = all.last else { return all.append(step) }
        all[all.count - 1] = CycleStep(start: last.start, end: step.end, share: last.share + step.share)
    }
}

extension PhaseModel {
    /// Divides the bins into steps of similar shares, once a cycle.
    mutating func divide(into steps: inout Steps) {
        guard !isDivided else { return }
        isDivided = true
        steps.clear()
        let uniform = Tuning.uniformWeight / Double(bins)
        let unit = 1 / (count + Tuning.uniformWeight)
        let few = Float(0.01 * count / Double(bins))
        let many = Float(0.02 * count)
        let width = width
        let part = period < 86_400 ? Tuning.step.short : Tuning.step.long
        var bin = boundary
        var share = 0.0
        var later = 1.0
        var start = 0.0
        for index in 0..<bins {
            let weight = weights[bin]
            bin = bin + 1 == bins ? 0 : bin + 1
            share += (Double(weight) + uniform) * unit
            // After the last publications of a run of bins, the next bin is no reason to wait.
            let isEnd = weight > many && weights[bin] < few
            let least = part * max(Tuning.step.least, later)
            guard share > least || isEnd || index == bins - 1 else { continue }
            let end = Double(index + 1) * width
            steps.append(CycleStep(start: start, end: end, share: share))
            start = end
            later -= share
            share = 0
        }
    }
}
