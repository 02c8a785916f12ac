import Calendars
import Definitions
import Fetching
import Reactive
import Records
import Refreshing
import Storing
import Subscribing
import Systemd
import Varlink

/// The parts of a running daemon; each receives what it needs.
final class Composition {
    let control: Control
    let statusLine: StatusLine
    private let sources: Sources
    private let failures: WriteFailures
    private let keeper: StateKeeper
    private let publishing: CachePublisher
    private let housekeeping: Housekeeping
    private let indexing: Indexing
    private let incoming: Incoming
    private let bulk: DataWorker<DecodeContext>
    private let slow: DataWorker<DecodeContext>
    private let queries: QueryScheduler
    private let listeners: Listeners
    private let handover: ConnectionHandover
    private let broadcast: Broadcast
    private var flows: Set<AnyCancellable> = []

    init(
        _ directories: Directories, _ configuration: Configuration, _ opened: StoreContext.Opened,
        _ first: Catalogue?, store: DataWorker<StoreContext>, _ storeGuard: StoreGuard,
        _ inUse: DatabaseInUse, sockets: SocketSet, on loop: EventLoop, _ clocks: Clocks,
        _ passed: [PassedDescriptor], _ rights: Rights
    ) throws {
        let scheduler = clocks.scheduler
        let wall = clocks.wall
        var passed = passed
        let parts = try RefreshingParts(
            directories, configuration, opened, store: store, inUse, on: loop, clocks)
        sources = parts.sources
        let broadcast = Broadcast(opened.runs, end: opened.end, in: sockets, sources: sources, wall: wall)
        let queries = try QueryScheduler(
            parts.database, beside: store, inUse, sentEnd: { broadcast.end }, on: loop)
        let archive = Archive(queries)
        let context = SubscriptionContext(
            archive: archive, broadcast: broadcast, sources: sources, scheduler: scheduler, wall: wall)
        let subscribers = SubscriberRegistry(context, limits: configuration)
        control = parts.control
        publishing = CachePublisher(
            store, parts.failures, in: directories.state, rule: sources.publishing, scheduler: scheduler)
        housekeeping = Housekeeping(
            store, parts.failures, control: control, wall: wall,
            confirmed: parts.ingester.confirmed)
        indexing = Indexing(store, parts.failures, on: scheduler)
        incoming = Incoming(parts.files.incomingFolder, for: sources)
        failures = parts.failures
        statusLine = StatusLine(
            sources: sources, subscribers: subscribers,
            failures: { [control, failures] in
                failures.current + control.unnamedFaults
            }, wall: wall)
        let interface = Interface(
            sources: sources, archive: archive, queries: queries, limits: CallLimits(configuration),
            broadcast: broadcast, subscribers: subscribers, indexing: indexing, control: control,
            links: parts.links, kinds: KindFinder(upstreams: parts.upstreams, files: parts.files),
            counters: parts.counters,
            failures: parts.failures,
            rights: rights, scheduler: scheduler, wall: wall)
        handover = ConnectionHandover(from: &passed, log: opened.runs, end: opened.end, in: sockets)
        listeners = try Listeners(interface, subscribers, in: sockets, directories, passed)
        self.broadcast = broadcast
        self.queries = queries
        keeper = parts.keeper
        bulk = parts.bulk
        slow = parts.slow
        connect(parts.ingester, broadcast, storeGuard)
        forgetFailures()
        watchNetwork(parts.upstreams, loop)
        start(parts.watcher, storeGuard, scheduler, opened, first)
        watchTimeZones(parts.watcher, scheduler)
        loadClient(on: store)
        resumeSubscribers(subscribers, on: scheduler)
    }

    /// Stops all sources and saves their states.
    func stop() {
        listeners.close()
        for source in sources.running.values { source.stop() }
        keeper.save()
        housekeeping.storeTime()
        bulk.finish()
        slow.finish()
        queries.finish()
    }

    /// Sends subscribers changes that are not in the log.
    func notifySubscribers(of commit: Commit) { broadcast.send(commit) }

    /// Hands subscribers over to the next run, or ends their subscriptions.
    func disconnectSubscribers() {
        for reader in handover.leave() { reader.sayGoodbye() }
    }

    /// Connects the parts: commits update counts and are sent, published and indexed; changed source states
    /// are sent; damage found by a reader is reported to the store guard.
    private func connect(_ ingester: Ingester, _ broadcast: Broadcast, _ storeGuard: StoreGuard) {
        bulk.doubts.merge(with: slow.doubts).merge(with: queries.doubts).sink { [bulk, slow, queries] error in
            for worker in [bulk, slow] { worker.run({ $0.forget() }, then: { _ in }) }
            queries.reopen()
            storeGuard.check(after: error)
        }.store(in: &flows)
        storeGuard.recovered = { [publishing, indexing] in
            publishing.retry()
            indexing.recordReopening()
        }
        queries.indexDamaged.sink { [indexing] in indexing.renew() }.store(in: &flows)
        ingester.commits.sink { [sources, publishing, indexing, handover] commit in
            sources.record(commit)
            broadcast.send(commit)
            handover.follow(upTo: broadcast.end)
            guard !commit.changes.isEmpty else { return }
            publishing.schedule(commit.source)
            indexing.recordCommit(of: commit.changes.count)
        }.store(in: &flows)
        sources.stateChanges.sink { [publishing] name, runtime in
            broadcast.definitionsChanged()
            broadcast.send(source: name, runtime: runtime)
            if runtime == nil { publishing.remove(name) }
        }.store(in: &flows)
    }

    /// Forgets the failures of sources that are no longer kept fresh.
    private func forgetFailures() {
        sources.stateChanges.sink { [sources, failures] name, _ in
            if !sources.isKept(name) { failures.forget(name) }
        }.store(in: &flows)
    }

    /// After a suspend or on another network, open connections and resolved names are useless.
    private func watchNetwork(_ upstreams: Upstreams, _ loop: EventLoop) {
        let news = upstreams.route.dropFirst().map { _ in () }.merge(with: loop.resumed.map { _ in () })
        news.sink { upstreams.networkChanged() }.store(in: &flows)
    }

    /// Expands calendars again once another tz database is installed, or the machine has another time zone;
    /// the files of a package are replaced one after the other.
    private func watchTimeZones(_ watcher: PathWatcher, _ scheduler: AnyScheduler) {
        // The first value of each path is its present state.
        let changes = TimeZoneDatabase.paths.map { watcher.changes(of: $0, every: nil).dropFirst() }
        Publishers.MergeMany(changes).debounce(for: .seconds(2), scheduler: scheduler)
            .sink { [sources] _ in sources.timeZonesChanged() }.store(in: &flows)
    }

    /// Preloads libcurl on the worker if any source is fetched over the network, so that the loop never
    /// blocks in dlopen.
    private func loadClient(on store: DataWorker<StoreContext>) {
        guard sources.running.values.contains(where: \.isFetched) else { return }
        // The result is not awaited: the first fetch loads the library itself if necessary.
        store.run({ _ in Fetcher.load() }, then: { _ in })
    }

    /// Continues with the subscribers of the previous run.
    private func resumeSubscribers(_ subscribers: SubscriberRegistry, on scheduler: AnyScheduler) {
        handover.resume { (reader, socket) throws(SystemError) in try listeners.admit(reader, socket) }
        handover.start(subscribers, on: scheduler)
    }

    private func start(
        _ watcher: PathWatcher, _ storeGuard: StoreGuard, _ scheduler: AnyScheduler,
        _ opened: StoreContext.Opened, _ first: Catalogue?
    ) {
        publishing.start(watcher)
        control.start(with: first)
        let cursors = opened.states.map { ($0.name, opened.runs.cursor(of: $0.number)) }
        // This can wait until the daemon is ready.
        scheduler.schedule { [publishing] in publishing.verify(cursors) }
        incoming.start(watcher)
        housekeeping.start(on: scheduler)
        indexing.start()
        statusLine.start(on: scheduler, after: failures.changes)
        storeGuard.start(watcher)
    }
}
