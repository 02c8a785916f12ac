import Definitions
import Fetching
import Mirroring
import Records
import Refreshing
import Storing
import Systemd

/// The parts that keep the sources fresh: requests, files, ingest, and the sources under their
/// definitions.
struct RefreshingParts {
    /// The directory of the database.
    let database: String
    /// The worker that decodes large documents.
    let bulk: DataWorker<DecodeContext>
    let slow: DataWorker<DecodeContext>
    let watcher: PathWatcher
    let stations: Stations
    let failures: WriteFailures
    let ingester: Ingester
    let files: LocalFiles
    let keeper: StateKeeper
    let upstreams: Upstreams
    let counters: Counters
    let sources: Sources
    let control: Control
    let links: HubLinks

    init(
        _ directories: Directories, _ configuration: Configuration, _ opened: StoreContext.Opened,
        store: DataWorker<StoreContext>, _ inUse: DatabaseInUse, on loop: EventLoop, _ clocks: Clocks
    ) throws {
        let path = directories.state + "/private"
        database = path
        bulk = try DataWorker("bulk", on: loop, rank: .background) { DecodeContext(path, inUse) }
        slow = try DataWorker("slow", on: loop, rank: .background) { DecodeContext(path, inUse) }
        watcher = try PathWatcher(on: loop, clock: clocks.scheduler)
        stations = Stations(directories)
        failures = WriteFailures(wall: clocks.wall)
        ingester = Ingester(
            store: store, bulk: bulk, slow: slow, documents: Documents(directory: path + "/documents"),
            stations: stations, gate: CommitGate(opened.states), failures: failures, wall: clocks.wall,
            confirmed: ConfirmedTime(earlier: opened.confirmed, clocks))
        files = RefreshingParts.files(directories, store, watcher, clocks)
        keeper = StateKeeper(store, failures, scheduler: clocks.scheduler)
        upstreams = try RefreshingParts.upstreams(directories, configuration, stations, on: loop, clocks)
        counters = Counters { loop.longestTurn }
        links = HubLinks(own: opened.runs.identity, ingester: ingester, on: loop, clock: clocks.scheduler)
        sources = Sources(
            opened.states, opened.requests,
            using: SourceParts(
                clocks: clocks, upstreams: upstreams, files: files, ingester: ingester, links: links,
                stations: stations, runs: opened.runs),
            counters: counters, keeper: keeper)
        links.sources = sources
        control = Control(
            directories, configuration, sources: sources, ingester: ingester, stations: stations,
            watcher: watcher, worker: bulk, scheduler: clocks.scheduler, wall: clocks.wall)
    }

    private static func files(
        _ directories: Directories, _ store: DataWorker<StoreContext>, _ watcher: PathWatcher,
        _ clocks: Clocks
    ) -> LocalFiles {
        LocalFiles(
            worker: store,
            incoming: IncomingFolder(directories.state + "/incoming", group: Rights.group), watcher: watcher,
            limiter: ConcurrencyLimiter(8, scheduler: clocks.scheduler),
            slow: ConcurrencyLimiter(32, scheduler: clocks.scheduler),
            spoolDirectory: directories.state + "/private", wall: clocks.wall)
    }

    private static func upstreams(
        _ directories: Directories, _ configuration: Configuration, _ stations: Stations, on loop: EventLoop,
        _ clocks: Clocks
    ) throws -> Upstreams {
        let route = try Route(on: loop)
        let limits = FetchLimits(spoolDirectory: directories.state + "/private")
        return Upstreams(
            fetcher: Fetcher(on: loop, limits: limits, hasRoute: { route.isThere }), route: route.changes,
            credentials: Credentials(home: directories.configuration + "/credentials"), stations: stations,
            configuration: configuration, clocks: clocks)
    }
}
