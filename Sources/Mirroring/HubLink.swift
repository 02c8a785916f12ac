import Definitions
import Fetching
import Reactive
import Records
import Refreshing
import Storing
import Systemd

/// The link of a source of `Kind=almanac` to another almanac: connects for an attempt, then follows all
/// changes until the connection is lost, which is a failure of the source.
final class HubLink {
    typealias Answer = (Result<Outcome, FetchFailure>) -> Void

    /// The source, which outlives the link.
    let source: Source
    let hub: UpstreamHub
    let ingester: Ingester
    let sources: Sources
    let rule: MirrorRule
    /// The identity of this almanac.
    private let own: String
    private var session: Session?
    /// The pending attempt; `nil` if there is none.
    private var answer: Answer?
    /// The pending calls for the list of sources.
    private var lists: [Int: AnyCancellable] = [:]
    private(set) var refused: Set<SourceName> = []
    /// The room for what the other almanac states about its sources.
    var room = MirrorRoom()
    /// The room for the records.
    let space: MirrorSpace
    /// The events since the last snapshot began that could not be used.
    var unusable = UnusableEvents() { didSet { remark() } }
    /// The other almanac's warnings about the selector.
    var warnings: [String] = [] { didSet { remark() } }
    /// The remarks on the list of sources.
    private var listed: [String] = []
    private var isOver = false

    init(
        _ source: Source, _ hub: UpstreamHub, _ rule: MirrorRule, own: String, ingester: Ingester,
        sources: Sources
    ) {
        self.source = source
        self.hub = hub
        self.rule = rule
        self.own = own
        self.ingester = ingester
        self.sources = sources
        space = MirrorSpace(source.definition.maximumBytes, ingester)
    }

    var name: SourceName { source.name }

    /// Shows all remarks in the state of the source.
    private func remark() { source.state.notes = warnings + listed + [unusable.remark].compactMap { $0 } }

    /// Connects, or asks for the list of sources if there is a connection.
    func attempt() -> AnyPublisher<Outcome, FetchFailure> {
        Deferred { [self] in Future<Outcome, FetchFailure> { self.start($0) } }.eraseToAnyPublisher()
    }

    private func start(_ answer: @escaping Answer) {
        self.answer = answer
        guard let session else { return open() }
        // A session that is not ready yet answers the attempt once it is.
        guard session.isReady else { return }
        list { [weak self] in self?.conclude(.success(.answered)) }
    }

    /// Stops the link.
    func stop() {
        isOver = true
        answer = nil
        disconnect()
    }

    /// Connects once more, with a snapshot.
    func startOver() {
        session?.close()
        session = nil
        open(isAnew: true)
    }

    /// Records the loss of the connection, or the reason why it could not be made.
    func lose(_ failure: FetchFailure) {
        guard !isOver else { return }
        disconnect()
        guard answer == nil else { return conclude(.failure(failure)) }
        source.recordCall(failure)
    }

    /// Records that the mirror is complete.
    func becomeReady() {
        sources.setLink(name, isConnected: true)
        conclude(.success(.answered))
    }

    private func disconnect() {
        session?.close()
        session = nil
        lists = [:]
        sources.setLink(name, isConnected: false)
    }

    private func conclude(_ result: Result<Outcome, FetchFailure>) { answer.take()?(result) }

    private func open(isAnew: Bool = false) {
        let session = Session(self)
        self.session = session
        ingester.readLink(name) { [weak self, weak session] result in
            guard let self, let session, session === self.session else { return }
            switch result {
            case .success(let stored): session.start(isAnew ? fresh : usable(stored))
            case .failure(let error): lose(FetchFailure(.file, "cannot read the state of the link: \(error)"))
            }
        }
    }

    /// Returns the stored state, unless the link led elsewhere or selected other records then.
    private func usable(_ stored: RequestState) -> RequestState {
        stored.origin == fresh.origin ? stored : fresh
    }

    /// The state of a link that has no cursor.
    private var fresh: RequestState {
        var state = RequestState(identity: MirrorBatch.identity(of: name))
        state.origin =
            "\(source.definition.origin.text) \(String(decoding: rule.json.canonicalBytes, as: UTF8.self))"
        return state
    }
}

/// The sources of the other almanac.
extension HubLink {
    /// Asks for the sources over a connection of its own, and continues once they are known.
    func list(then: @escaping () -> Void) {
        let number = (lists.keys.max() ?? 0) + 1
        lists[number] = hub.call("ListSources", ["selector": rule.sources]).sink { [weak self] completion in
            self?.lists[number] = nil
            if case .failure(let failure) = completion { self?.lose(failure) }
        } receiveValue: { [weak self] answer in
            guard let self, let session, let new = accept(answer, from: session.identity) else { return }
            if new.contains(where: { $0.hasRecords }) { return startOver() }
            then()
        }
    }

    /// A source that was not mirrored before.
    struct NewSource {
        let name: SourceName
        /// Whether it has records that a subscription without a snapshot does not contain.
        let hasRecords: Bool
    }

    /// Accepts the other almanac's list of sources.
    ///
    /// - Returns: The new sources; `nil` if the list cannot be used, which ends the connection.
    func accept(_ answer: JSON, from identity: String) -> [NewSource]? {
        guard identity != own else {
            lose(FetchFailure(.configuration, "From= leads to this almanac itself"))
            return nil
        }
        let listing = Listing(
            answer, from: identity, to: own, link: name, selector: rule.selector, room: &room,
            sources: sources)
        guard let listing else {
            lose(FetchFailure(.shape, "the answer to ListSources has no list of sources"))
            return nil
        }
        guard !listing.accepted.isEmpty || listing.ringCount == 0 else {
            let message = "a ring: all selected sources come from this almanac itself"
            lose(FetchFailure(.configuration, message))
            return nil
        }
        refused = Set(listing.refused.keys)
        listed = listing.notes
        remark()
        for name in sources.names(mirroredBy: name) where listing.lacks(name) {
            session?.enqueue(MirrorEvent(gone: name))
        }
        return adopt(listing)
    }

    private func adopt(_ listing: Listing) -> [NewSource] {
        var batch = MirrorBatch()
        var new: [NewSource] = []
        for (source, runtime) in listing.accepted {
            let known = sources.mirrored[source.name]
            if known == nil {
                let count = runtime.generation ?? 0
                new.append(NewSource(name: source.name, hasRecords: count > 0))
            }
            if known?.state != source.state {
                batch.parts.append(.init(source.name.text, [], state: source.state))
            }
            sources.mirror(source)
        }
        // Its records are not among the changes after the cursor, which must not outlive this moment.
        if new.contains(where: \.hasRecords) { batch.request = fresh }
        if !batch.parts.isEmpty { save(batch) }
        return new
    }

    private func save(_ batch: MirrorBatch) {
        ingester.mirror(batch) { [weak self] result in
            guard case .failure(let error) = result else { return }
            self?.lose(FetchFailure(.file, "cannot store the sources: \(error)"))
        }
    }
}
