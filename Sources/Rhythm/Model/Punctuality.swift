/// The usual lateness of the routine publications of one phase over some months, and whether one is missing.
///
/// The phase itself forgets within days, so that it follows a source that changes its habits. A statement
/// that a publication is late needs the rare cases, too: it is made once the time has passed by which at
/// least 99 % were seen, and so many that a source is late without reason at most once in two months.
struct Punctuality: Sendable {
    /// The index of the phase that it describes; -1 before the first.
    var phase = -1
    /// The publications since another phase counts: mostly the first one soon counts again.
    var away: UInt8 = 0
    /// The publications by lateness; see `bin`.
    var counts = InlineArray<28, Float>(repeating: 0)
    /// The sum of `counts`.
    var total: Float = 0
    /// The publications that each place of the day or week still needs in a row until a missing one is a
    /// surprise: some stations are closed at night, or on Sundays.
    var needed = InlineArray<48, UInt8>(repeating: Punctuality.mostNeeded)
    /// The start of the present cycle; negative before the first.
    var cycle = -1.0
    /// The moment at which the routine publication of the cycle is usually seen.
    var expected = -1.0
    /// Whether the cycle was followed from its start.
    var isWhole = false
    /// Whether something was published in the cycle that may be its routine publication.
    var isSeen = false
    /// The usual moment of the first publication that is missing, and the moment by which nearly all of its
    /// kind were seen; negative if none is missing.
    var missing = (expected: -1.0, limit: -1.0)

    static let bins = 28
    static let places = 48
    static let mostNeeded: UInt8 = 12
    /// The publications that are remembered; older ones fade.
    private static let memory: Float = 2000
    /// The publications after which another phase takes its place.
    private static let patience: UInt8 = 96
    /// The time in which a source may be late without reason once, in seconds.
    private static let alarmFree = 60 * 86_400.0
    /// The regularity from which a missing publication is late.
    private static let regular = 0.9
    /// The probability that nothing routine was published, below which something was.
    private static let unseen = 0.97

    /// Learns from an answer, after the phase did.
    ///
    /// - Parameters:
    ///   - observation: The answer.
    ///   - share: The probability that something routine was published.
    ///   - phase: The phase that counts.
    ///   - index: The index of the phase.
    mutating func learn(
        _ observation: Observation, routine share: Double, in phase: PhaseModel, at index: Int
    ) {
        guard index == self.phase else { return replace(with: index, ifPublished: observation.isPublished) }
        away = 0
        let begin = phase.start(observation.to)
        if observation.isPublished {
            find(observation, share, isSameCycle: begin == cycle, in: phase)
        } else {
            judge(at: observation.to, in: phase)
        }
        guard begin != cycle else { return }
        enter(begin, phase)
        if observation.isPublished {
            isSeen = observation.to >= expected || phase.unseen <= Punctuality.unseen
        } else {
            judge(at: observation.to, in: phase)
        }
    }

    private mutating func replace(with index: Int, ifPublished isPublished: Bool) {
        guard phase < 0 || away >= Punctuality.patience else {
            away += isPublished ? 1 : 0
            return
        }
        self = Punctuality()
        phase = index
    }

    /// Forgets that a publication is missing, and does not judge the present cycle.
    mutating func skip() {
        missing = (-1, -1)
        isWhole = false
    }

    /// The time after the expected moment by which nearly all publications were seen, in seconds; `nil` while
    /// too few are known.
    func limit(in phase: PhaseModel) -> Double? {
        guard Double(total) >= Punctuality.leastCount(phase.period) else { return nil }
        let allowed = (total * Float(min(0.01, phase.period / Punctuality.alarmFree))).rounded(.down)
        var later: Float = 0
        for bin in (0..<Punctuality.bins).reversed() {
            later += counts[bin]
            guard later > allowed + 0.01 else { continue }
            // A bin more: the latest of some publications is rarely the latest of all.
            return Punctuality.end(of: bin + 1) * phase.width
        }
        return nil
    }

    /// Records news. They end that something is missing, even if they may be irregular.
    private mutating func find(
        _ observation: Observation, _ share: Double, isSameCycle: Bool, in phase: PhaseModel
    ) {
        missing = (-1, -1)
        guard cycle >= 0, !isSeen else { return }
        guard isSameCycle else { return isSeen = true }
        guard observation.to >= expected || phase.unseen <= Punctuality.unseen else { return }
        isSeen = true
        if isWhole { add(share, ((observation.from + observation.to) / 2 - expected) / phase.width) }
    }

    private mutating func judge(at moment: Double, in phase: PhaseModel) {
        guard let end = end(in: phase), moment >= end else { return }
        missing = (expected, end)
    }

    /// Returns the moment from which an answer without news shows that the publication of the cycle is
    /// missing; `nil` if none would.
    func end(in phase: PhaseModel) -> Double? {
        guard missing.expected < 0, isWhole, !isSeen, needed[place(phase.period)] == 0 else { return nil }
        guard phase.regularity(cycle) >= Punctuality.regular else { return nil }
        return limit(in: phase).map { expected + $0 }
    }

    private mutating func enter(_ begin: Double, _ phase: PhaseModel) {
        let follows = abs(begin - cycle - phase.period) < phase.width
        if cycle >= 0, isWhole, follows { complete(phase.period) }
        isWhole = cycle >= 0 && follows && phase.isWhole
        cycle = begin
        expected = begin + phase.middle
        isSeen = false
    }

    /// Learns whether the place of the completed cycle had a publication.
    private mutating func complete(_ period: Double) {
        let place = place(period)
        let most = Punctuality.inARow(period)
        needed[place] = isSeen ? min(most, needed[place] &- (needed[place] > 0 ? 1 : 0)) : most
    }

    /// Adds a publication, of which `share` is routine, that was some widths of a bin late.
    private mutating func add(_ share: Double, _ widths: Double) {
        counts[Punctuality.bin(widths)] += Float(share)
        total += Float(share)
        guard total > Punctuality.memory else { return }
        let keep = Punctuality.memory / total
        for bin in 0..<Punctuality.bins { counts[bin] *= keep }
        total = Punctuality.memory
    }

    /// Adds up `counts`.
    mutating func addUp() {
        total = 0
        for bin in 0..<Punctuality.bins { total += counts[bin] }
    }
}

extension Punctuality {
    /// Returns the bin of a lateness in widths of a bin of the phase; the bins grow by a quarter or so.
    private static func bin(_ widths: Double) -> Int {
        var bin = 0
        while bin < bins - 1, end(of: bin) < widths { bin += 1 }
        return bin
    }

    /// Returns the end of a bin in widths of a bin of the phase.
    private static func end(of bin: Int) -> Double {
        var end = 1.0
        for _ in 0..<bin { end = max(end * 1.2, end + 0.5) }
        return end
    }

    /// Returns the publications in a row that make a missing one a surprise: of each time of the day for
    /// eight days, of each day of the week for four weeks, or of twelve weeks.
    private static func inARow(_ period: Double) -> UInt8 {
        guard period >= 86_400 else { return 8 }
        return period > 86_400 ? mostNeeded : 4
    }

    /// Returns the least number of publications: most of those of a month, or those of twelve weeks.
    private static func leastCount(_ period: Double) -> Double { max(12, 24 * 86_400 / period) }

    /// Returns the place of the present cycle in a day or, if cycles last a day, in a week.
    private func place(_ period: Double) -> Int {
        guard period <= 86_400, cycle >= 0 else { return 0 }
        let count = period < 86_400 ? Int(86_400 / period) : 7
        return Int(cycle / period) % min(Punctuality.places, count)
    }
}
