import Decoding
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// A document for a source, and where it came from.
nonisolated enum Asked: Sendable {
    /// From the source's own origin.
    case document(Document)
    /// Put into the folder for incoming documents; to be unlinked once it was read.
    case delivered(Document, path: String)
    /// The last accepted document once more, because it is read differently now.
    case kept
    /// One for several sources, of which this one's part is stored already.
    case stored(Acceptance)
    /// What is there is still the newest.
    case notModified(Freshness)
    /// What is stored of the sources that it is joined of.
    case sides
    /// Nothing: it could be asked, should somebody want to know something.
    case ready
}

extension Source {
    /// One attempt: what is most urgent of all that it was woken for.
    func ask() -> AnyPublisher<Asked, FetchFailure> {
        attempt = tools.wall()
        beginSteps()
        if wanted.remove(.delivered) != nil { return askIncoming() }
        if definition.kind.readsDocuments, wanted.remove(.redefined) != nil { return askKept() }
        wanted = []
        switch definition.origin {
        case .sources: return askSides()
        case .calls: return askNobody()
        case .url: return askUpstream()
        case .path(let path): return askFile(path).map(Asked.document).eraseToAnyPublisher()
        }
    }

    /// Opens a file of this machine, or a directory of files.
    func askFile(_ path: String) -> AnyPublisher<Document, FetchFailure> {
        tools.intake.file(path, maximumBytes: definition.maximumBytes)
    }

    private func askIncoming() -> AnyPublisher<Asked, FetchFailure> {
        let path = tools.incoming + "/" + name.text
        again()
        guard definition.kind.readsDocuments else {
            let message = "\(definition.kind.rawValue) reads no document; take \(path) away"
            return Fail(error: FetchFailure(.configuration, message)).eraseToAnyPublisher()
        }
        return askFile(path).map { Asked.delivered($0, path: path) }.eraseToAnyPublisher()
    }

    private func askKept() -> AnyPublisher<Asked, FetchFailure> {
        again()
        return Just(Asked.kept).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
    }

    /// What else it was woken for is served by the next attempt.
    private func again() { if !wanted.isEmpty { wakes.send(wanted) } }

    /// With others in one request, or alone; until that is settled no other attempt is planned.
    private func askUpstream() -> AnyPublisher<Asked, FetchFailure> {
        plan.send(nil)
        if let batch = tools.batches.ask(for: self) {
            return batch.flatMap { [definition] in $0.portion(of: definition).publisher }
                .eraseToAnyPublisher()
        }
        return askAlone().map { answer in
            switch answer {
            case .document(let document): Asked.document(document)
            case .notModified(let freshness): Asked.notModified(freshness)
            }
        }.eraseToAnyPublisher()
    }

    /// Asks for the document, after the address that names it, if that has not been followed yet.
    private func askAlone() -> AnyPublisher<Answer, FetchFailure> {
        guard let pointer = definition.setting("Follow"), request.movedTo == nil else { return fetch() }
        return fetch().flatMap { [unowned self] in follow($0, pointer) }.eraseToAnyPublisher()
    }

    private func follow(_ answer: Answer, _ pointer: String) -> AnyPublisher<Answer, FetchFailure> {
        guard case .document(let document) = answer, case .url(let url) = definition.origin else {
            return Just(answer).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        do throws(FetchFailure) {
            request.movedTo = try Signpost(url: url, pointer: pointer).address(in: document)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        return fetch()
    }

    private func fetch() -> AnyPublisher<Answer, FetchFailure> {
        let asked: Request
        do throws(FetchFailure) {
            // What is to be read otherwise, and was not kept, must come again.
            if state.definition != definition.decodingHash {
                (request.etag, request.lastModified) = (nil, nil)
            }
            asked = try RequestBuilder(definition, tools).request(request)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        return tools.fetcher.fetch(asked) { [weak self] in self?.note(AttemptStep($0)) }
    }
}
