import AlmanacClient
import AlmanacValues
import Reactive
import Systemd

/// Makes the daemon refresh sources because of messages, one request of each source at a time.
final class RefreshRequests {
    private let daemon: DaemonConnection
    private var running: [String: AnyCancellable] = [:]

    /// Makes an object without requests.
    init(_ daemon: DaemonConnection) { self.daemon = daemon }

    /// Requests a refresh; the daemon performs it within its limits.
    func refresh(_ source: String) {
        guard running[source] == nil else { return }
        // The request may end before it is kept.
        var hasEnded = false
        let selector = Selector(sources: [Selector.literal(source)])
        let request = daemon.publisher(for: .refresh(selector, waits: false)).sink(
            receiveCompletion: { [weak self] in
                hasEnded = true
                self?.running[source] = nil
                guard case .failure(let error) = $0 else { return }
                log(.warning, "cannot refresh \(source): \(error)", ["ALMANAC_SOURCE": source])
            }, receiveValue: { _ in })
        if !hasEnded { running[source] = request }
    }
}
