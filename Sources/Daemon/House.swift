import Fetching
import Reactive
import Records
import Storing
import Systemd
import Varlink

/// All parts of a running almanac, each given what it needs.
final class House {
    let control: Control
    let statusLine: StatusLine
    private let sources: Sources
    private let keeper: StateKeeper
    private let publishing: Publishing
    private let housekeeping: Housekeeping
    private let indexing: Indexing
    private let incoming: Incoming
    private let bulk: DataWorker<ReadingDesk>
    private let doors: Doors
    private let handover: Handover
    private let broadcast: Broadcast
    private var flows: Set<AnyCancellable> = []

    init(
        _ directories: Directories, _ configuration: Configuration, _ opened: StoreDesk.Opened,
        _ first: Catalogue?, store: DataWorker<StoreDesk>, sockets: SocketSet, on loop: EventLoop,
        _ clocks: Clocks, _ passed: [PassedDescriptor]
    ) throws {
        let (scheduler, wall) = (clocks.scheduler, clocks.wall)
        let path = directories.state + "/private"
        bulk = try DataWorker("bulk", on: loop, rank: .background) { ReadingDesk(path) }
        let watcher = try PathWatcher(on: loop)
        let intake = Intake(
            store: store, bulk: bulk, documents: Documents(directory: path + "/documents"),
            wholeness: Wholeness(opened.states), wall: wall)
        keeper = StateKeeper(store, scheduler: scheduler)
        let tools = try House.tools(
            directories, configuration, intake, watcher, opened.cursor.epoch, on: loop, clocks)
        let sources = Sources(opened.states, opened.requests, tools: tools, keeper: keeper)
        let broadcast = Broadcast(from: opened.cursor, in: sockets, sources, wall: wall)
        let archive = Archive(store)
        let subscribers = Subscribers(
            archive: archive, broadcast: broadcast, sources: sources, configuration, scheduler: scheduler,
            wall: wall)
        control = Control(
            directories, configuration, sources: sources, intake: intake, stations: tools.stations,
            watcher: watcher, scheduler: scheduler, wall: wall)
        publishing = Publishing(store, in: directories.state) { sources.publishedBytes(of: $0) }
        housekeeping = Housekeeping(store, control: control, wall: wall)
        indexing = Indexing(store)
        incoming = Incoming(tools.incoming, for: sources)
        statusLine = StatusLine(sources: sources, subscribers: subscribers, wall: wall)
        let interface = Interface(
            sources: sources, archive: archive, broadcast: broadcast, subscribers: subscribers,
            control: control, counters: tools.counters, rights: Rights(), scheduler: scheduler, wall: wall)
        var passed = passed
        handover = Handover(from: &passed, log: opened.cursor.epoch, in: sockets)
        doors = try Doors(interface, subscribers, in: sockets, directories, passed)
        (self.sources, self.broadcast) = (sources, broadcast)
        connect(intake, broadcast, store)
        watchNetwork(tools, loop)
        begin(watcher, scheduler, opened, first)
        prepare(store)
        handover.goOn { (reader, socket) throws(SystemError) in try doors.admit(reader, socket) }
        handover.begin(subscribers, on: scheduler)
    }

    /// What every source works with.
    private static func tools(
        _ directories: Directories, _ configuration: Configuration, _ intake: Intake,
        _ watcher: PathWatcher, _ epoch: String, on loop: EventLoop, _ clocks: Clocks
    ) throws -> SourceTools {
        let route = try Route(on: loop)
        let limits = Limits(spoolDirectory: directories.state + "/private")
        return SourceTools(
            scheduler: clocks.scheduler, wall: clocks.wall, chance: { SystemRandomNumberGenerator() },
            fetcher: Fetcher(on: loop, limits: limits, hasRoute: { route.isThere }), route: route.changes,
            watcher: watcher, turnstile: Turnstile(8, scheduler: clocks.scheduler),
            credentials: Credentials(home: directories.configuration + "/credentials"),
            counters: Counters { loop.longestTurn }, intake: intake,
            introduction: Introduction(configuration), stations: Stations(directories),
            batches: Batches(), incoming: directories.state + "/incoming", epoch: epoch)
    }

    /// Keeps what is known; nothing is asked any more.
    func end() {
        doors.close()
        for source in sources.running.values { source.end() }
        keeper.save()
        bulk.finish()
    }

    /// Tells subscribers of changes that are in no log.
    func tell(_ commit: Commit) { broadcast.tell(commit) }

    /// Leaves readers to the next run, or tells them that this one ends.
    func dismissReaders() {
        for reader in handover.leave() { reader.sayGoodbye() }
    }

    /// What is committed is counted, told, published and indexed; what is told of sources is told to subscribers;
    /// damage that a reader finds is the store's.
    private func connect(_ intake: Intake, _ broadcast: Broadcast, _ store: DataWorker<StoreDesk>) {
        bulk.damaged.sink { store.damaged.send($0) }.store(in: &flows)
        intake.commits.sink { [sources, publishing, indexing, handover] commit in
            sources.note(commit)
            broadcast.tell(commit)
            handover.follow(upTo: broadcast.end)
            guard !commit.changes.isEmpty else { return }
            publishing.note(commit.source)
            indexing.note()
        }.store(in: &flows)
        sources.told.sink { [publishing] name, runtime in
            broadcast.definitionsChanged()
            broadcast.tell(source: name, runtime: runtime)
            if runtime == nil { publishing.remove(name) }
        }.store(in: &flows)
    }

    /// After a sleep or on another network old connections and names are of no use.
    private func watchNetwork(_ tools: SourceTools, _ loop: EventLoop) {
        let news = tools.route.dropFirst().map { _ in () }.merge(with: loop.resumed.map { _ in () })
        news.sink { [fetcher = tools.fetcher] in fetcher.networkChanged() }.store(in: &flows)
    }

    /// Who asks upstreams needs libcurl at once: what loading it takes is the worker's time, not the loop's.
    private func prepare(_ store: DataWorker<StoreDesk>) {
        guard sources.running.values.contains(where: { !$0.isWatched }) else { return }
        // Nobody waits for it: what comes first loads it, or finds it loaded.
        store.run({ _ in Fetcher.load() }, then: { _ in })
    }

    private func begin(
        _ watcher: PathWatcher, _ scheduler: AnyScheduler, _ opened: StoreDesk.Opened, _ first: Catalogue?
    ) {
        publishing.begin(watcher)
        control.begin(with: first)
        publishing.verify(
            opened.states.map { ($0.name, Cursor(epoch: opened.cursor.epoch, number: $0.number)) })
        incoming.begin(watcher)
        housekeeping.begin(on: scheduler)
        indexing.begin(on: scheduler)
        statusLine.begin(on: scheduler)
    }
}
