import Decoding
import Fetching
import Glibc
import Reactive
import Records
import Storing

extension Source {
    /// Has what was asked for decoded, compared and stored.
    func read(_ asked: Asked) -> AnyPublisher<Outcome, FetchFailure> {
        switch asked {
        case .notModified(let freshness):
            return Just(Outcome.notModified(freshness)).setFailureType(to: FetchFailure.self)
                .eraseToAnyPublisher()
        case .document(let document): return read(document, isOwn: true)
        case .delivered(let document, let path):
            // When it cannot be unlinked it is read once more, which changes nothing.
            return read(document, isOwn: false).handleEvents(receiveCompletion: { _ in _ = unlink(path) })
                .eraseToAnyPublisher()
        case .kept: return readKept()
        case .stored(let acceptance):
            return Just(Outcome.accepted(acceptance)).setFailureType(to: FetchFailure.self)
                .eraseToAnyPublisher()
        case .sides: return join()
        case .ready:
            return Just(Outcome.answered).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
    }

    private func read(_ document: Document, isOwn: Bool) -> AnyPublisher<Outcome, FetchFailure> {
        do throws(FetchFailure) {
            try document.check(for: definition.kind)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        let facts = facts(of: document)
        // A large file of this machine is read again where it lies.
        let isThere = isOwn && isWatched && document.body.inMemory == nil
        let reading = reading(
            .new(document.body, facts), keepsNewer: isOwn && !isWatched && definition.kind.hasNewest,
            keepsDocument: !isThere && definition.keepsDocument)
        return tools.intake.take(reading).map { [definition] taken in
            var acceptance = Acceptance(taken, decodingHash: definition.decodingHash)
            acceptance.reference = facts.reference
            acceptance.bytes = document.body.count
            acceptance.freshness = document.freshness
            if isOwn {
                acceptance.lifetime = taken.findings.lifetime
                acceptance.quiet = taken.findings.quiet
                acceptance.validators = document.validators
                acceptance.permanentURL = document.permanentURL
            }
            return .accepted(acceptance)
        }.eraseToAnyPublisher()
    }

    private func join() -> AnyPublisher<Outcome, FetchFailure> {
        tools.intake.take(reading(.sides(definition.sides), keepsNewer: false)).map { [definition] taken in
            .accepted(Acceptance(taken, decodingHash: definition.decodingHash))
        }.catch { failure in
            failure == .superseded
                ? Just(Outcome.superseded).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
                : Fail(error: failure).eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    private func readKept() -> AnyPublisher<Outcome, FetchFailure> {
        let kept = tools.intake.take(reading(.kept, keepsNewer: false)).map { [definition] taken in
            Outcome.reread(Acceptance(taken, decodingHash: definition.decodingHash))
        }
        guard case .path(let path) = definition.origin else { return kept.eraseToAnyPublisher() }
        return kept.catch { [unowned self] failure in
            failure == .notKept
                ? askFile(path).flatMap { [unowned self] in read($0, isOwn: true) }.eraseToAnyPublisher()
                : Fail(error: failure).eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    private func reading(
        _ content: Reading.Content, keepsNewer: Bool, keepsDocument: Bool = false
    ) -> Reading {
        Reading(
            source: name.text, kind: definition.kind, options: definition.options, content: content,
            documents: tools.intake.documents, keepsDocument: keepsDocument,
            keeping: definition.keep.keeping(at: tools.wall()), keepsNewer: keepsNewer,
            isOfStation: definition.isOfStation,
            stations: tools.stations.table(for: definition.kind))
    }

    private func facts(of document: Document) -> DocumentFacts {
        var facts = DocumentFacts(received: document.received)
        // The address that a secret was sent to may bear it.
        facts.url = definition.setting("Credential") == nil ? document.finalURL : nil
        facts.contentType = document.mediaType?.name
        facts.charset = document.mediaType?.charset
        facts.reference = document.reference
        return facts
    }
}

nonisolated extension Document {
    /// - Throws: When the document is empty, or a page for people where its kind has none.
    func check(for kind: Kind) throws(FetchFailure) {
        guard body.count > 0 else {
            throw FetchFailure(
                .empty, "the answer is empty; the last good records stay, and it is asked again")
        }
        if kind.excludesHTML, try looksLikeHTML() {
            let advice = finalURL.hasPrefix("/") ? "look at what writes Path=" : "check URL= in a browser"
            throw FetchFailure(.content, "a web page came instead of \(kind.rawValue) data: \(advice)")
        }
    }
}

nonisolated extension Acceptance {
    /// What a document brought that was taken in.
    init(_ taken: Taken, decodingHash: String) {
        counts = taken.counts
        rejected = taken.findings.rejected
        omitted = taken.findings.omitted
        shape = taken.findings.shape
        self.decodingHash = decodingHash
    }
}
