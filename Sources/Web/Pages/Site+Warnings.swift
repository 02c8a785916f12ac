import AlmanacClient
import AlmanacValues
import Records
import Showing

extension Site {
    /// Passes what is known about warnings; what could not be asked is unknown, since pages about something
    /// else are useful without it.
    ///
    /// - Parameters:
    ///   - question: Which warnings are wanted.
    ///   - receive: Called with the answer.
    func warnings(_ question: WarningQuestion, _ receive: @escaping (WarningAnswer) -> Void) {
        present { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error):
                receive(WarningAnswer(lost: [WarningAnswer.lost("\(error)")]))
            case .success(let sources): answer(question, among: sources, receive)
            }
        }
    }

    private func answer(
        _ question: WarningQuestion, among sources: [Source], _ receive: @escaping (WarningAnswer) -> Void
    ) {
        question.answer(among: sources, at: now) { [weak self] inquiry, pass in
            guard let self else { return pass(nil) }
            guard inquiry.isStrict else {
                return records(inquiry.selector, limit: inquiry.limit) { pass(try? $0.get()) }
            }
            let request = Request<ItemPage>.records(inquiry.selector, limit: inquiry.limit, isStrict: true)
            calls.answer(to: request) { pass((try? $0.get())?.items) }
        } _: {
            receive($0)
        }
    }
}
