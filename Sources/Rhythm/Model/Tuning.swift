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
    /// The longest pauses between two attempts in intervals, with and without irregular publications to look for, and
    /// the share of them that decides. With a period of minutes special reports are rare but urgent.
    static let minutes = Pauses(irregular: 1.15, regular: 2, share: 0.01)
    static let hours = Pauses(irregular: 1.15, regular: 3, share: 0.08)
    /// The part of a publication with a period of a day or more that is remembered as any time around it, and how much
    /// earlier and later, in periods: people and queues are late by other amounts each time.
    static let blur = (part: 0.3, before: 1 / 48.0, after: 1 / 24.0)
    /// The share of a phase that is planned as one step.
    static let planStep = 0.03
    /// The saved requests that are aimed at, as a share of a day's: with phases of short and of long cycles, and with
    /// activity alone.
    static let savings = (short: 0.15, long: 0.35, activity: 0.2)
    /// The part of a source's publications that a plan for several sources expects at any time: special reports, and
    /// sources without a rhythm, are found by even pauses.
    static let sharedEven = 0.35
    /// The part of the timer's average delay above which a source counts more in such a plan, and the power of it.
    static let need = (above: 0.7, power: 2.0, most: 4.0)
    /// The largest savings of sources that share an account, as a share of a day's requests.
    static let mostShared = 0.3
    /// The largest debt, as a share of a day's requests.
    static let debt = 0.1
}

/// Limits of pauses.
struct Pauses {
    let irregular, regular, share: Double
}
