import Fetching
import Reactive
import Records
import Systemd

/// A document for a source, and where it came from.
nonisolated enum Asked: Sendable {
    /// From the source's own origin.
    case document(Document)
    /// Put into the folder for incoming documents; to be unlinked once it was read.
    case delivered(Document, path: String)
    /// The last accepted document once more, because it is read differently now.
    case kept
    /// What is there is still the newest.
    case notModified(Freshness)
}

extension Source {
    /// One attempt: what is most urgent of all that it was woken for.
    func ask() -> AnyPublisher<Asked, FetchFailure> {
        attempt = tools.wall()
        beginSteps()
        if wanted.remove(.delivered) != nil { return askIncoming() }
        if wanted.remove(.redefined) != nil { return askKept() }
        wanted = []
        switch definition.origin {
        case .url: return askUpstream()
        case .path(let path): return askFile(path).map(Asked.document).eraseToAnyPublisher()
        }
    }

    private func askFile(_ path: String) -> AnyPublisher<Document, FetchFailure> {
        tools.intake.file(path, maximumBytes: definition.maximumBytes)
    }

    private func askIncoming() -> AnyPublisher<Asked, FetchFailure> {
        let path = tools.incoming + "/" + name.text
        again()
        return askFile(path).map { Asked.delivered($0, path: path) }.eraseToAnyPublisher()
    }

    private func askKept() -> AnyPublisher<Asked, FetchFailure> {
        again()
        return Just(Asked.kept).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
    }

    /// What else it was woken for is served by the next attempt.
    private func again() { if !wanted.isEmpty { wakes.send(wanted) } }

    private func askUpstream() -> AnyPublisher<Asked, FetchFailure> {
        let asked: Request
        do throws(FetchFailure) {
            asked = try RequestBuilder(definition, request, tools.credentials, userAgent: tools.userAgent)
                .request()
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        return tools.fetcher.fetch(asked) { [weak self] in self?.note(AttemptStep($0)) }.map { answer in
            switch answer {
            case .document(let document): Asked.document(document)
            case .notModified(let freshness): Asked.notModified(freshness)
            }
        }.eraseToAnyPublisher()
    }
}
