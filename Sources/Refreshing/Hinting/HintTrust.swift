import Reactive

/// The trust in the hints of a source, which decides whether they start requests.
///
/// After three useless hints in a row, a pause follows, in which hints are ignored: an interval of the
/// source, doubling with each further useless one, up to a day. A useful one makes the count begin anew.
nonisolated struct HintTrust {
    /// The number of useless hints in a row from which on pauses follow.
    private static let patience = 3
    private static let longest = Duration.seconds(86_400)

    private var useless = 0
    private var resumption: LoopTime?

    /// Whether the last hint was useful, or there was none yet.
    var isUnbroken: Bool { useless == 0 }

    /// Whether hints count at a moment.
    func isOpen(at now: LoopTime) -> Bool { resumption.map { $0 <= now } ?? true }

    /// Learns that a hint led to news.
    mutating func recordUseful() {
        useless = 0
        resumption = nil
    }

    /// Learns that a hint led to a request without news.
    ///
    /// - Parameters:
    ///   - now: The moment of the answer.
    ///   - interval: The interval of the source.
    mutating func recordUseless(at now: LoopTime, every interval: Duration) {
        useless += 1
        guard useless >= HintTrust.patience else { return }
        let grown = interval * (1 << min(useless - HintTrust.patience, 20))
        resumption = now + min(grown, max(HintTrust.longest, interval))
    }
}
