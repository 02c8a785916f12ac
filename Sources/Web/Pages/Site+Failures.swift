import AlmanacClient
import AlmanacValues

extension Site {
    /// Passes what the daemon itself cannot do; also that its state is unknown, if it does not answer.
    func failures(_ receive: @escaping ([DaemonFailure]) -> Void) {
        calls.answer(to: .status()) { [now] result in
            switch result {
            case .success(let status): receive(status.failures)
            case .failure(.unsupported): receive([])
            case .failure(let error):
                receive([DaemonFailure("its state is unknown: \(error)", since: now)])
            }
        }
    }
}
