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
    private let keeper: StateKeeper
    private let publishing: CachePublisher
    private let housekeeping: Housekeeping
    private let indexing: Indexing
    private let incoming: Incoming
    private let bulk: DataWorker<DecodeContext>
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
        let (scheduler, wall) = (clocks.scheduler, clocks.wall)
        let path = directories.state + "/private"
        bulk = try DataWorker("bulk", on: loop, rank: .background) { DecodeContext(path, inUse) }
        let watcher = try PathWatcher(on: loop)
        let stations = Stations(directories)
        let ingester = Ingester(
            store: store, bulk: bulk, documents: Documents(directory: path + "/documents"),
            stations: stations, gate: CommitGate(opened.states), wall: wall)
        let files = Composition.files(directories, store, watcher, clocks)
        keeper = StateKeeper(store, scheduler: scheduler)
        let upstreams = try Composition.upstreams(directories, configuration, stations, on: loop)
        let counters = Counters { loop.longestTurn }
        let sources = Sources(
            opened.states, opened.requests, clocks: clocks, upstreams: upstreams, counters: counters,
            keeper: keeper, make: Composition.maker(clocks, upstreams, files, ingester, stations, opened.runs)
        )
        let broadcast = Broadcast(opened.runs, end: opened.end, in: sockets, sources, wall: wall)
        let queries = try QueryScheduler(path, beside: store, inUse, sentEnd: { broadcast.end }, on: loop)
        let archive = Archive(queries)
        let context = SubscriptionContext(
            archive: archive, broadcast: broadcast, sources: sources, scheduler: scheduler, wall: wall)
        let subscribers = SubscriberRegistry(context, limits: configuration)
        control = Control(
            directories, configuration, sources: sources, ingester: ingester, stations: stations,
            watcher: watcher, scheduler: scheduler, wall: wall)
        publishing = CachePublisher(store, in: directories.state) { sources.publishedBytes(of: $0) }
        housekeeping = Housekeeping(store, control: control, wall: wall)
        indexing = Indexing(store)
        incoming = Incoming(files.incomingFolder, for: sources)
        statusLine = StatusLine(sources: sources, subscribers: subscribers, wall: wall)
        let interface = Interface(
            sources: sources, archive: archive, queries: queries, limits: CallLimits(configuration),
            broadcast: broadcast, subscribers: subscribers, control: control, counters: counters,
            rights: rights, scheduler: scheduler, wall: wall)
        var passed = passed
        handover = ConnectionHandover(from: &passed, log: opened.runs, end: opened.end, in: sockets)
        listeners = try Listeners(interface, subscribers, in: sockets, directories, passed)
        (self.sources, self.broadcast, self.queries) = (sources, broadcast, queries)
        connect(ingester, broadcast, storeGuard)
        watchNetwork(upstreams, loop)
        begin(watcher, scheduler, opened, first)
        storeGuard.begin(watcher)
        prepare(store)
        handover.goOn { (reader, socket) throws(SystemError) in try listeners.admit(reader, socket) }
        handover.begin(subscribers, on: scheduler)
    }

    /// Returns the factory of sources.
    private static func maker(
        _ clocks: Clocks, _ upstreams: Upstreams, _ files: LocalFiles, _ ingester: Ingester,
        _ stations: Stations, _ runs: Runs
    ) -> (Definition, SourceState, RequestState) -> Source {
        let batches = Batches(upstreams: upstreams, ingester: ingester)
        return { definition, state, request in
            Source(
                definition, state, request, clocks: clocks, upstreams: upstreams, files: files,
                ingester: ingester, batches: batches, stations: stations, runs: runs)
        }
    }

    private static func files(
        _ directories: Directories, _ store: DataWorker<StoreContext>, _ watcher: PathWatcher,
        _ clocks: Clocks
    ) -> LocalFiles {
        LocalFiles(
            worker: store,
            incoming: IncomingFolder(directories.state + "/incoming", group: Rights.group), watcher: watcher,
            limiter: ConcurrencyLimiter(8, scheduler: clocks.scheduler), wall: clocks.wall)
    }

    private static func upstreams(
        _ directories: Directories, _ configuration: Configuration, _ stations: Stations, on loop: EventLoop
    ) throws -> Upstreams {
        let route = try Route(on: loop)
        let limits = FetchLimits(spoolDirectory: directories.state + "/private")
        return Upstreams(
            fetcher: Fetcher(on: loop, limits: limits, hasRoute: { route.isThere }), route: route.changes,
            credentials: Credentials(home: directories.configuration + "/credentials"), stations: stations,
            configuration: configuration)
    }

    /// Ends all sources and saves their states.
    func end() {
        listeners.close()
        for source in sources.running.values { source.end() }
        keeper.save()
        bulk.finish()
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
        bulk.doubts.merge(with: queries.doubts).sink { [bulk, queries] error in
            bulk.run({ $0.forget() }, then: { _ in })
            queries.reopen()
            storeGuard.check(after: error)
        }.store(in: &flows)
        storeGuard.recovered = { [publishing] in publishing.retry() }
        queries.indexDamaged.sink { [indexing] in indexing.renew() }.store(in: &flows)
        ingester.commits.sink { [sources, publishing, indexing, handover] commit in
            sources.note(commit)
            broadcast.send(commit)
            handover.follow(upTo: broadcast.end)
            guard !commit.changes.isEmpty else { return }
            publishing.note(commit.source)
            indexing.note()
        }.store(in: &flows)
        sources.stateChanges.sink { [publishing] name, runtime in
            broadcast.definitionsChanged()
            broadcast.send(source: name, runtime: runtime)
            if runtime == nil { publishing.remove(name) }
        }.store(in: &flows)
    }

    /// After a suspend or on another network, open connections and resolved names are useless.
    private func watchNetwork(_ upstreams: Upstreams, _ loop: EventLoop) {
        let news = upstreams.route.dropFirst().map { _ in () }.merge(with: loop.resumed.map { _ in () })
        news.sink { upstreams.networkChanged() }.store(in: &flows)
    }

    /// Preloads libcurl on the worker if any source is fetched over the network, so that the loop never
    /// blocks in dlopen.
    private func prepare(_ store: DataWorker<StoreContext>) {
        guard sources.running.values.contains(where: { !$0.isWatched }) else { return }
        // The result is not awaited: the first fetch loads the library itself if necessary.
        store.run({ _ in Fetcher.load() }, then: { _ in })
    }

    private func begin(
        _ watcher: PathWatcher, _ scheduler: AnyScheduler, _ opened: StoreContext.Opened, _ first: Catalogue?
    ) {
        publishing.begin(watcher)
        control.begin(with: first)
        publishing.verify(opened.states.map { ($0.name, opened.runs.cursor(of: $0.number)) })
        incoming.begin(watcher)
        housekeeping.begin(on: scheduler)
        indexing.begin(on: scheduler)
        statusLine.begin(on: scheduler)
    }
}
