import Fetching
import Reactive

/// Documents that were fetched to find out what they are, kept for the source that is added for them, so that
/// the upstream is asked once.
final class KeptDocuments {
    private static let patience: Duration = .seconds(60)
    private static let most = 8

    private var documents: [FetchRequest: Document] = [:]
    private var forgetting: AnyCancellable?
    private let scheduler: AnyScheduler

    init(scheduler: AnyScheduler) { self.scheduler = scheduler }

    /// Keeps the answer to a request for a minute.
    func keep(_ document: Document, for request: FetchRequest) {
        if documents.count >= KeptDocuments.most { documents = [:] }
        documents[request] = document
        forgetting = scheduler.after(KeptDocuments.patience, slack: .seconds(10)) { [weak self] in
            self?.documents = [:]
        }
    }

    /// Removes and returns the answer to an equal request; `nil` if there is none.
    func remove(for request: FetchRequest) -> Document? { documents.removeValue(forKey: request) }
}
