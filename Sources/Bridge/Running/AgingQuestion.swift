import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Systemd

/// Asks the daemon for the records that time makes old: after a start of the program, the changes since the
/// checkpoint have none of a station that fell silent before.
final class AgingQuestion {
    /// The time after which a page counts as lost.
    private static let patience = Duration.seconds(60)

    private let daemon: DaemonConnection
    private let clock: AnyScheduler
    private let records: AgingRecords
    private var call: AnyCancellable?
    private var timer: AnyCancellable?
    /// Whether a failure was reported.
    private var hasFailed = false

    /// Makes a question whose answer is added to records.
    init(_ daemon: DaemonConnection, _ clock: AnyScheduler, _ records: AgingRecords) {
        self.daemon = daemon
        self.clock = clock
        self.records = records
    }

    /// Asks for all records of a selector, unless it waits for an answer.
    ///
    /// - Parameters:
    ///   - selector: The records.
    ///   - kind: Returns the kind of a record's source; `nil` if it is not known.
    ///   - done: Called once all records were added, or could not be.
    func ask(_ selector: Selector, kind: @escaping (Item) -> String?, done: @escaping () -> Void) {
        guard call == nil else { return }
        records.startLoading()
        ask(selector, from: nil, kind, done)
    }

    /// Forgets the question.
    func cancel() { (call, timer) = (nil, nil) }

    private func ask(
        _ selector: Selector, from next: String?, _ kind: @escaping (Item) -> String?,
        _ done: @escaping () -> Void
    ) {
        var page: Result<ItemPage, AlmanacError> = .failure(.disconnected)
        var isOver = false
        func finish() {
            guard !isOver else { return }
            isOver = true
            cancel()
            receive(page, of: selector, kind, done)
        }
        timer = clock.after(AgingQuestion.patience, slack: .seconds(1)) {
            page = .failure(.timedOut(AgingQuestion.patience))
            finish()
        }
        let call = daemon.publisher(for: .records(selector, next: next)).sink(
            receiveCompletion: {
                if case .failure(let error) = $0 { page = .failure(error) }
                finish()
            }, receiveValue: { page = .success($0) })
        // A question that fails at once may have been followed by another one.
        if !isOver { self.call = call }
    }

    private func receive(
        _ page: Result<ItemPage, AlmanacError>, of selector: Selector, _ kind: @escaping (Item) -> String?,
        _ done: @escaping () -> Void
    ) {
        switch page {
        case .success(let page):
            for item in page.items { records.load(item, kind: kind(item)) }
            if let next = page.next { return ask(selector, from: next, kind, done) }
            records.finishLoading()
        case .failure(let error):
            if !hasFailed { log(.warning, "old records are not known yet: \(error), trying again") }
            hasFailed = true
        }
        done()
    }
}
