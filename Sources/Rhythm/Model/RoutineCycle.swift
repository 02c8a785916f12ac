/// The routine publications that a phase expects after a request that found nothing more, step by step.
///
/// Positions are counted in bins from the start of a cycle.
struct RoutineCycle {
    /// The sums of weights from the start of a cycle, the uniform weight of a bin, and the weight of a cycle.
    private let sums: [Float]
    private let uniform, total: Float
    /// The bins of a cycle and of a second.
    private let bins, perSecond: Float
    /// The publications that a weight is in the present cycle, and in later ones.
    private var scale: Float
    private let later: Float
    /// The end of the last step, and the weight before it.
    private var position, passed: Float

    /// Creates the expectations of a phase from a time on.
    init(_ phase: PhaseModel, from moment: Double) {
        sums = phase.sums
        uniform = Float(Tuning.uniformWeight / Double(phase.bins))
        bins = Float(phase.bins)
        perSecond = Float(phase.perWidth)
        let weight = phase.count + Tuning.uniformWeight
        let elapsed = moment - phase.start(moment)
        let share = phase.share(before: elapsed)
        total = Float(weight)
        later = Float(phase.regularity / weight)
        scale = later * Float(phase.unseen(at: moment) / (1 - phase.regularity * share))
        position = Float(elapsed * phase.perWidth)
        passed = Float(share * weight)
    }

    /// Writes the publications in each of the next steps, times a factor plus a constant.
    ///
    /// - Parameters:
    ///   - seconds: The length of a step.
    ///   - factor: The factor.
    ///   - constant: The constant.
    ///   - curve: The memory to write to.
    ///   - range: The place of the steps in it.
    mutating func expect(
        every seconds: Float, times factor: Float, plus constant: Float, in curve: inout [Float],
        at range: Range<Int>
    ) {
        // In variables, which stay in registers.
        var (scale, position, passed) = (scale, position, passed)
        let step = seconds * perSecond
        for index in range {
            var expected: Float = 0
            position += step
            while position > bins {
                expected += scale * (total - passed)
                position -= bins
                (scale, passed) = (later, 0)
            }
            let reached = weight(before: position)
            expected += scale * (reached - passed)
            passed = reached
            curve[index] = expected * factor + constant
        }
        (self.scale, self.position, self.passed) = (scale, position, passed)
    }

    private func weight(before position: Float) -> Float {
        let bin = min(Int(position), sums.count - 2)
        return sums[bin] + (sums[bin + 1] - sums[bin]) * (position - Float(bin)) + uniform * position
    }
}
