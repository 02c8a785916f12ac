/// The constants of the model. None belongs to one source; they were chosen on the recorded times in
/// `Tests/RhythmTests/Corpus`, all of them, so that those do not show how well they hold for other sources.
enum Tuning {
    /// The weight of the uniform part of a phase, in publications: reports that are late or early remain possible.
    static let uniformWeight = 1.0
    /// The publications that a phase remembers; older ones fade.
    static let memory = 24.0
    /// The range of the accumulated evidence for a phase, in nats; the upper end bounds how long old success covers
    /// for new failures.
    static let evidence = -4.0...12.0
    /// The evidence at which a phase begins to count.
    static let winningEvidence = 5.0
    /// The largest gain or loss of evidence from one attempt.
    static let largestStep = 3.0
    /// The longest pause between two attempts that look for special reports, in intervals: for periods up to an hour,
    /// for longer ones, and where there are none.
    static let pauses = (short: 1.15, long: 1.5, regular: 3.0)
    /// The share of irregular publications from which on special reports are looked for.
    static let irregularShare = 0.01
    /// The share of a phase that is planned as one step.
    static let planStep = 0.03
    /// The saved requests that the price aims at, as a share of a day's; the debt that it never exceeds.
    static let savings = 0.15
    static let debt = 0.1
    /// The most requests that are saved, as a share of a day's.
    static let mostSavings = 0.6
}
