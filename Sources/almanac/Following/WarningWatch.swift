import AlmanacClient
import AlmanacValues
import Reactive
import Showing

/// Says, while changes are followed, which warnings may be missing among them: those of sources without
/// current data, and those that were not compared with the place.
final class WarningWatch {
    /// The time after which this is found out again: a warning that is not compared is no change near a
    /// place.
    private static let interval = Duration.seconds(60)

    private let question: WarningQuestion
    private let patterns: ChangePatterns
    private let daemon: Daemon
    private let output: Output
    private var known: Set<Gap> = []
    private var ticking: AnyCancellable?
    /// Whether this must be found out, outside the loop's callbacks.
    private(set) var isDue = true

    /// - Parameters:
    ///   - question: The question that selects the warnings to follow.
    ///   - patterns: The patterns of the sources that are followed.
    ///   - daemon: The daemon.
    ///   - output: The output, whose standard error has what is unknown.
    init(_ question: WarningQuestion, of patterns: ChangePatterns, daemon: Daemon, output: Output) {
        self.question = question
        self.patterns = patterns
        self.daemon = daemon
        self.output = output
        ticking = daemon.loop.timer(every: WarningWatch.interval, slack: .seconds(5))
            .sink { [unowned self] _ in isDue = true }
    }

    /// Schedules a check if an event may change what is known.
    func observe(_ event: Event) { isDue = isDue || event.kind == .source || event.kind == .overflow }

    /// Finds out what is unknown, and passes it to a reporter, or else reports what is new.
    ///
    /// Without an answer of the daemon, which is reported elsewhere, this happens later.
    func check(for reporter: any Reporter) {
        isDue = false
        let finder = WarningFinder(daemon, at: output.paper.now)
        guard let sources = try? daemon.ask(.sources(Selector(kinds: WarningQuestion.kinds))),
            let answer = try? finder.answer(to: question, among: sources)
        else { return }
        let names = Set(sources.map(\.name))
        let gaps = answer.gaps.filter { gap in
            !names.contains(gap.source) || patterns.match(source: gap.source, key: nil)
        }
        if reporter.show(unknown: gaps) { return }
        output.warn(of: gaps.filter { !known.contains($0) })
        known = Set(gaps)
    }
}
