import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Asks the daemon which warnings apply.
struct WarningFinder {
    private let daemon: Daemon
    private let now: UTC

    /// - Parameters:
    ///   - daemon: The daemon.
    ///   - now: The moment of which the warnings are wanted.
    init(_ daemon: Daemon, at now: UTC) {
        self.daemon = daemon
        self.now = now
    }

    /// Returns the answer to a question.
    ///
    /// - Throws: A complaint if the daemon cannot be asked, or refuses a condition.
    func answer(
        to question: WarningQuestion, among sources: [Source]
    ) throws(CommandError) -> WarningAnswer {
        let (answer, error) = ask(question, among: sources)
        if let error { throw daemon.commandError(error) }
        return answer
    }

    /// Returns the answer for a page about something else, which is useful without it; what could not be
    /// asked is unknown.
    func part(_ question: WarningQuestion) -> WarningAnswer {
        do {
            return ask(question, among: try daemon.ask(.sources(Selector(kinds: WarningQuestion.kinds))))
                .answer
        } catch {
            return WarningAnswer(lost: [WarningAnswer.lost(error.message)])
        }
    }

    private func ask(
        _ question: WarningQuestion, among sources: [Source]
    ) -> (answer: WarningAnswer, error: AlmanacError?) {
        var failure: AlmanacError?
        var answer = WarningAnswer()
        question.answer(among: sources, at: now) { inquiry, receive in
            var items: [Item] = []
            do throws(AlmanacError) {
                try daemon.connection.pages(
                    of: inquiry.selector, limit: inquiry.limit, isStrict: inquiry.isStrict
                ) { items += $0 }
                receive(items)
            } catch {
                if !inquiry.isStrict { failure = failure ?? error }
                receive(nil)
            }
        } _: {
            answer = $0
        }
        return (answer, failure)
    }
}
