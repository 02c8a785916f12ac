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

    /// Writes `factor × expected publications + constant` for each of the next steps.
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
        // Local variables stay in registers.
        var (scale, position, passed) = (scale, position, passed)
        let (all, step) = (sums, seconds * perSecond)
        let sums = all.span
        var curve = curve.mutableSpan
        var index = range.lowerBound
        while index < range.upperBound {
            // Four steps at once, unless one of them ends in a later cycle.
            let ends = position + step * SIMD4(1, 2, 3, 4)
            if index + 4 <= range.upperBound, ends.x >= 0.5, ends.w < bins {
                let reached = weights(sums, before: ends)
                let expected = reached - SIMD4(passed, reached.x, reached.y, reached.z)
                let values = expected * (scale * factor) + constant
                (curve[index], curve[index + 1]) = (values.x, values.y)
                (curve[index + 2], curve[index + 3]) = (values.z, values.w)
                (position, passed, index) = (ends.w, reached.w, index + 4)
                continue
            }
            var expected: Float = 0
            position += step
            while position > bins {
                expected += scale * (total - passed)
                position -= bins
                (scale, passed) = (later, 0)
            }
            let reached = weight(sums, before: position)
            curve[index] = (expected + scale * (reached - passed)) * factor + constant
            (passed, index) = (reached, index + 1)
        }
        (self.scale, self.position, self.passed) = (scale, position, passed)
    }

    /// Returns the weight before a position.
    private func weight(_ sums: Span<Float>, before position: Float) -> Float {
        let bin = min(Int(position), sums.count - 2)
        return sums[bin] + (sums[bin + 1] - sums[bin]) * (position - Float(bin)) + uniform * position
    }

    /// Returns the weights before four positions, of at least a half and within the cycle.
    ///
    /// The bins are in the last bits of sums with 2²³, of which the last bit is 1: conversions to integers,
    /// with their checks, would take longer than all the rest.
    @inline(__always)
    private func weights(_ sums: Span<Float>, before positions: SIMD4<Float>) -> SIMD4<Float> {
        let moved = positions + 8_388_607.5
        let bits = unsafeBitCast(moved, to: SIMD4<UInt32>.self) & 0x7f_ffff
        let (x, y, z, w) = (Int(bits.x), Int(bits.y), Int(bits.z), Int(bits.w))
        let starts = SIMD4(sums[x], sums[y], sums[z], sums[w])
        let ends = SIMD4(sums[x &+ 1], sums[y &+ 1], sums[z &+ 1], sums[w &+ 1])
        return starts + (ends - starts) * (positions - (moved - 8_388_608)) + uniform * positions
    }
}
