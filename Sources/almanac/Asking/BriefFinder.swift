import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Asks the daemon for what makes a briefing.
struct BriefFinder {
    private let daemon: Daemon
    private let now: UTC

    /// - Parameters:
    ///   - daemon: The daemon.
    ///   - now: The present time.
    init(_ daemon: Daemon, at now: UTC) {
        self.daemon = daemon
        self.now = now
    }

    /// Returns the briefing; what the daemon does not answer about is unknown there.
    ///
    /// - Throws: A complaint if the daemon cannot be asked at all.
    func answer(to question: BriefQuestion) throws(CommandError) -> Brief {
        let sources = try daemon.ask(.sources())
        var brief: Brief?
        question.answer(among: sources, at: now) { inquiry, receive in
            var items: [Item] = []
            let add = { (found: [Item]) in items += found }
            // The error may be dropped: the briefing says that these records are unknown.
            let isWhole =
                (try? daemon.connection.pages(
                    of: inquiry.selector, limit: inquiry.limit, isStrict: inquiry.isStrict, receive: add))
                != nil
            receive(isWhole ? items : nil)
        } _: {
            brief = $0
        }
        guard let brief else { preconditionFailure("a question that is answered at once has no answer") }
        return brief
    }
}
