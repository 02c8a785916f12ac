import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// One attempt to fetch, decode, compare and store.
extension Source {
    /// Makes one attempt, for the most urgent reason that the source was woken for.
    func attempt() -> AnyPublisher<Outcome, FetchFailure> {
        if wanted.remove(.embedded) != nil { return ingestDelivered() }
        attemptStart = now
        lastAttempt = clocks.scheduler.now
        isScheduled = isScheduled && wanted == .due && request.failures == 0
        hints?.recordAttempt(isScheduled: isScheduled)
        clearSteps()
        if wanted.remove(.incoming) != nil { return ingestIncoming() }
        if definition.kind.readsDocuments, wanted.remove(.redefined) != nil {
            return ingestKept(absence: isRedefined ? .definition : absence)
        }
        if wanted.remove(.elapsed) != nil { return ingestKept(absence: mustDecodeAgain ? nil : .clock) }
        let isAsked = wanted.contains(.asked)
        let isConfirmed = wanted == .unchanged && isCurrent
        wanted = []
        if isConfirmed { return confirm() }
        switch definition.origin {
        case .sources: return join()
        case .calls: return checkRequest()
        case .almanac: return links.attempt(for: self)
        case .computed(let computation): return compute(computation)
        case .url: return askUpstream()
        case .path(let path): return ingestFile(path, isAsked: isAsked)
        }
    }

    /// Whether the records are those of the source's document as last read.
    private var isCurrent: Bool {
        state.fetched != nil && state.failure == nil && !mustDecodeAgain
    }

    /// Whether the stored records are not, or not all, those that the last document would give now.
    private var mustDecodeAgain: Bool { isRedefined || state.isIncomplete }

    /// Whether the stored records were made with other settings.
    private var isRedefined: Bool { state.definition != definition.decodingHash }

    /// The reason why stored records are removed that a new document lacks; `nil` if it is not known, as the
    /// settings may leave them out.
    var absence: RemovalReason? { isRedefined ? nil : .upstream }

    /// Succeeds without reading the file: unchanged, it is as good as a response "not modified".
    private func confirm() -> AnyPublisher<Outcome, FetchFailure> {
        Just(Outcome.notModified(Freshness())).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
    }

    /// Ingests the file of the source.
    ///
    /// The first read after the start is no evidence that the file is complete: it was not written again.
    private func ingestFile(_ path: String, isAsked: Bool = false) -> AnyPublisher<Outcome, FetchFailure> {
        let isEvidence = hasReadFile || isAsked
        return files.document(at: path, maximumBytes: definition.maximumBytes).flatMap { [unowned self] in
            hasReadFile = true
            folderRemark = $0.remark
            return ingest($0, from: .file, isEvidence: isEvidence)
        }.eraseToAnyPublisher()
    }

    private func ingestIncoming() -> AnyPublisher<Outcome, FetchFailure> {
        wakeAgain()
        guard definition.kind.readsDocuments else {
            let path = files.incomingPath(of: name)
            let message = "\(definition.kind.rawValue) reads no document; remove \(path)"
            return Fail(error: FetchFailure(.configuration, message)).eraseToAnyPublisher()
        }
        return files.incomingDocument(of: name, maximumBytes: definition.maximumBytes)
            .flatMap { [unowned self] incoming in
                ingest(incoming.document, from: .incoming)
                    .handleEvents(receiveCompletion: { _ in incoming.remove() })
            }.eraseToAnyPublisher()
    }

    private func ingestKept(absence: RemovalReason?) -> AnyPublisher<Outcome, FetchFailure> {
        wakeAgain()
        let kept = ingester.ingestKept(
            for: definition, notBefore: state.documentSerial, absence: absence)
        return kept.map(Outcome.reread).catch { [unowned self] failure in
            failure == .notKept ? replaceLost() : Fail(error: failure).eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// Reads the document again that is not kept, unless only another attempt can do so.
    private func replaceLost() -> AnyPublisher<Outcome, FetchFailure> {
        switch definition.origin {
        case .path(let path): ingestFile(path)
        case .url where mustDecodeAgain && request.failures == 0 && hold(at: now) <= .zero: askUpstream()
        default: Fail(error: .notKept).eraseToAnyPublisher()
        }
    }

    /// Leaves the other reasons to the next attempt.
    func wakeAgain() { if !wanted.isEmpty { wakes.send(wanted) } }

    /// Ingests a document; `isEvidence` says whether it confirms an equal one that was refused before.
    func ingest(
        _ document: Document, from origin: DocumentOrigin, isEvidence: Bool = true
    ) -> AnyPublisher<Outcome, FetchFailure> {
        // Records that were decoded with other settings say nothing about the size of the document.
        let isComparable = !isRedefined
        let shrinking =
            isComparable ? ShrinkGuard(definition, refused: isEvidence ? state.refused : nil) : nil
        return ingester.ingest(
            document, from: origin, for: definition, after: state.documentSerial, shrinking: shrinking,
            among: request.addresses, absence: absence
        ).map(Outcome.accepted).eraseToAnyPublisher()
    }

    /// Fetches the source, at one of its addresses; no other attempt is planned until this one ends.
    private func askUpstream() -> AnyPublisher<Outcome, FetchFailure> {
        plan.send(nil)
        return definition.alternates.isEmpty ? askAddress() : askAddresses()
    }

    /// Fetches the source from the address in use, with others in one request, or alone.
    func askAddress() -> AnyPublisher<Outcome, FetchFailure> {
        if isAtFirstAddress, let batch = batches.attempt(for: self) { return batch }
        return documentLookup.flatMap { [unowned self] isStored in
            askAlone(withValidators: isStored)
        }.flatMap { [unowned self] answer -> AnyPublisher<Outcome, FetchFailure> in
            switch answer {
            case .document(let document):
                leaveOut(document.freshness, document.body) ?? ingestWithLinked(document)
            case .notModified(let freshness): confirmLinked(freshness)
            case .nothing(let freshness): leaveOut(freshness, nil) ?? acceptNothing(freshness)
            }
        }.eraseToAnyPublisher()
    }

    /// Whether the document of the validators is stored as a whole, looked up before the first request of this
    /// run: a power cut may have torn it.
    private var documentLookup: AnyPublisher<Bool, FetchFailure> {
        let hasValidators = request.etag != nil || request.lastModified != nil
        let needsLookup = !hasLookedForDocument && hasValidators && definition.keepsDocument
        hasLookedForDocument = true
        guard needsLookup else {
            return Just(true).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        return ingester.hasDocument(of: definition, state.documentSerial)
    }

    /// Fetches without the validators of a document that is not stored: a response "not modified" would leave
    /// the source without it.
    private func askAlone(withValidators areValid: Bool) -> AnyPublisher<Answer, FetchFailure> {
        if !areValid {
            request.etag = nil
            request.lastModified = nil
        }
        return askAlone()
    }

    /// Accepts an answer without content: the upstream has no report of the station, or nothing at all.
    private func acceptNothing(_ freshness: Freshness) -> AnyPublisher<Outcome, FetchFailure> {
        guard !definition.isOfStation else {
            return Fail(error: FetchFailure(.empty, "the response has no content")).eraseToAnyPublisher()
        }
        return ingester.ingestNothing(
            freshness, isRepeated: state.emptyAnswers > 0, for: definition, after: state.documentSerial
        )
        .map(Outcome.accepted).eraseToAnyPublisher()
    }

    /// Fetches the document, after the one that names its address, unless that is known.
    private func askAlone() -> AnyPublisher<Answer, FetchFailure> {
        guard let pointer = definition.setting("Follow"), request.movedTo == nil else { return fetch() }
        return fetch().flatMap { [unowned self] in follow($0, to: pointer) }.eraseToAnyPublisher()
    }

    private func follow(_ answer: Answer, to pointer: String) -> AnyPublisher<Answer, FetchFailure> {
        guard case .document(let document) = answer, let url = address else {
            return Just(answer).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        do throws(FetchFailure) {
            request.movedTo = try DocumentPointer(url: url, pointer: pointer).address(in: document)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        return fetch()
    }

    private func fetch() -> AnyPublisher<Answer, FetchFailure> {
        let asked: FetchRequest
        do throws(FetchFailure) {
            // A document that must be decoded again, but was not stored, must be sent again.
            if mustDecodeAgain {
                request.etag = nil
                request.lastModified = nil
            }
            asked = try upstreams.requests(for: definition).request(request)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        return upstreams.fetch(asked) { [weak self] in self?.record($0) }
    }
}
