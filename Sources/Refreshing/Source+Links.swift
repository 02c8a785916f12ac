import Alerts
import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The documents that an index of alerts links to.
extension Source {
    /// Adds to an index of alerts the documents that it links to, each of which is fetched once.
    ///
    /// A document that cannot be fetched affects only itself; it is requested again at the next refresh.
    func withLinked(_ document: Document) -> AnyPublisher<Document, FetchFailure> {
        guard definition.kind == .alert, case .url(let url) = definition.origin else {
            return Just(document).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        let index = request.movedTo ?? url
        let limit = definition.maximumBytes
        return ingester.links(of: document, for: definition).flatMap {
            [unowned self] plan -> AnyPublisher<Document, FetchFailure> in
            guard !plan.wanted.isEmpty else {
                return Just(document).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
            }
            return plan.missing.publisher.flatMap(maxPublishers: .max(1)) { [unowned self] in
                linked($0, from: index)
            }
            .collect().map { plan.bundle(document, with: $0, limit: limit) }
            .setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// Fetches one linked document; nothing if it cannot be fetched.
    private func linked(_ url: String, from index: String) -> AnyPublisher<AlertBundle.Linked, Never> {
        let asked: FetchRequest
        do throws(FetchFailure) {
            asked = try upstreams.requests(for: definition).request(linked: url, from: index)
        } catch {
            note(error, of: url)
            return Empty().eraseToAnyPublisher()
        }
        return upstreams.fetch(asked).flatMap { [unowned self] answer in ingester.bytes(of: answer) }
            .map { AlertBundle.Linked(url: url, bytes: $0) }
            .catch { [unowned self] failure -> Empty<AlertBundle.Linked, Never> in
                note(failure, of: url)
                return Empty()
            }.eraseToAnyPublisher()
    }

    private func note(_ failure: FetchFailure, of url: String) {
        log(
            .debug, "\(name): cannot fetch a linked document: \(failure.message)",
            ["ALMANAC_SOURCE": name.text])
    }
}
