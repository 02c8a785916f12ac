/// The constants of the model. None belongs to one source; they were chosen on the recorded times in
/// `Tests/RhythmTests/Corpus`, and on halves and variations of them, so that those do not show how well they
/// hold for other sources.
enum Tuning {
    /// The weight of the uniform part of a phase, in publications: reports that are late or early remain
    /// possible.
    static let uniformWeight = 1.0
    /// The publications that a phase remembers; older ones fade.
    static let memory = 24.0
    /// The range of the accumulated evidence for a phase, in nats; the upper end bounds how long old success
    /// covers for new failures.
    static let evidence = -4.0...12.0
    /// The evidence at which a phase begins to count.
    static let winningEvidence = 5.0
    /// The largest gain or loss of evidence from one attempt.
    static let largestStep = 3.0
    /// The pauses between two attempts with phases of less than an hour, of an hour, and of more. Special
    /// reports are rare but urgent with hourly ones, and rarer with those of less than an hour.
    static let minutes = Pauses(even: 1.3, irregular: 1.4, regular: 1.8, share: 0.01)
    static let hour = Pauses(even: 1.05, irregular: 1.4, regular: 1.4, share: 0.01)
    static let hours = Pauses(even: 1.6, irregular: 1.4, regular: 2, share: 0.08)
    /// The part of a publication with a period of a day or more that is remembered as any time around it, and
    /// how much earlier and later, in periods: people and queues are late by other amounts each time.
    static let blur = (part: 0.3, before: 1 / 48.0, after: 1 / 24.0)
    /// The shares of the rest of a phase that are planned as one step, with periods of less than a day and of
    /// more, and the least rest that counts.
    static let step = (short: 0.05, long: 0.08, least: 0.05)
    /// The saved requests that are aimed at, as a share of a day's: with phases of short and of long cycles,
    /// and with activity alone.
    static let savings = (short: 0.15, long: 0.35, activity: 0.2)
    /// The part of a source's publications that a plan for several sources expects at any time: special
    /// reports, and sources without a rhythm, are found by even pauses. The factor of it while irregular
    /// publications are rare or frequent.
    static let sharedEven = 0.48
    static let liveliness = 0.7...2.0
    /// The part of the timer's average delay above which a source counts more in such a plan, and the power
    /// of it; the least weight of a source without a rhythm.
    static let need = (above: 0.7, power: 2.0, most: 4.0, unlearned: 2.0)
    /// The savings of an account that is shared, as a share of a day's requests: aimed at and at most, and
    /// the factor by which the logarithm of the price follows them.
    static let shared = (savings: 0.05, most: 0.3, gain: 4.0)
    /// The logarithm of the price at which such an account begins: nothing is learned yet, and even pauses
    /// come closest to those of a timer.
    static let sharedPrice = -0.5
    /// The factor of pauses for each part of a day's requests above 1.1 that the latest 24 hours had.
    static let stretch = 8.0
    /// The part of the weight by which a quarter of the period must be emptier to become the start of cycles.
    static let worthMoving = 0.03
    /// The price at which a new phase begins, in intervals.
    static let initialPrice = 0.04
    /// The largest debt, as a share of a day's requests.
    static let debt = 0.1
}

/// Pauses between two attempts, in intervals.
struct Pauses {
    /// The polling interval when an irregular publication is as likely as usual.
    let even: Double
    /// The longest pauses, with and without irregular publications to look for, and the share of them that
    /// decides.
    let irregular, regular, share: Double
    /// The shortest pause, after many irregular publications.
    let shortest = 0.5
}
