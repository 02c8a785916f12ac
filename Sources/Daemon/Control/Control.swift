import Definitions
import Reactive
import Records
import Refreshing
import Storing
import Systemd

/// Decides which sources run: those that definition files describe, and those that calls added.
final class Control {
    /// The time at which the daemon started.
    let started: UTC
    /// The current configuration.
    private(set) var configuration: Configuration
    /// The definitions that cannot be used, with the moments since which they cannot.
    private var faults: [Catalogue.Fault: UTC] = [:]
    /// The settings that nothing reads, each of which was logged once.
    private var ignored: Set<OptionError> = []

    let directories: Directories
    let sources: Sources
    let ingester: Ingester
    let stations: Stations
    let wall: () -> UTC
    private let watcher: PathWatcher
    /// The worker that writes lists of definitions.
    let worker: DataWorker<DecodeContext>
    /// The sources of lists that are being written.
    var importing: Set<SourceName> = []
    private let scheduler: AnyScheduler
    /// The transient sources, which were added over the socket and end with the daemon.
    var transient: [SourceName: TransientSource] = [:]
    var touched = PassthroughSubject<Void, Never>()
    private var watches: [String: AnyCancellable] = [:]
    private var applying: AnyCancellable?
    /// The timer for reading definitions again.
    private var retrying: AnyCancellable?
    /// Whether all folders of definitions could be listed.
    private(set) var isComplete = true
    private static let retryDelay = Duration.seconds(10)

    init(
        _ directories: Directories, _ configuration: Configuration, sources: Sources, ingester: Ingester,
        stations: Stations, watcher: PathWatcher, worker: DataWorker<DecodeContext>,
        scheduler: AnyScheduler, wall: @escaping () -> UTC
    ) {
        self.directories = directories
        self.configuration = configuration
        self.sources = sources
        self.ingester = ingester
        self.watcher = watcher
        self.worker = worker
        self.stations = stations
        self.scheduler = scheduler
        self.wall = wall
        started = wall()
    }

    /// Runs the defined sources, now and after every change.
    func start(with first: Catalogue?) {
        applying = touched.debounce(for: .milliseconds(100), scheduler: scheduler)
            .sink { [unowned self] in apply() }
        apply(first)
    }

    /// Reloads the configuration and definitions, and removes sources whose time is over.
    ///
    /// - Throws: An error if the configuration cannot be used; nothing changes then.
    func reload() throws(OptionError) {
        configuration = try Configuration(reading: directories)
        sources.introduce(as: configuration)
        apply()
        removeForgotten(at: wall(), ages: ingester.confirmed.now)
    }

    /// Applies the definitions that were just read, or reads them now.
    func apply(_ read: Catalogue? = nil) {
        var catalogue = read ?? Catalogue(reading: DefinitionFiles(directories))
        catalogue.add(transient.values.map(\.definition))
        for fault in catalogue.faults where faults[fault] == nil { SourceLog.logSkipped(fault) }
        report(catalogue.ignored)
        let now = wall()
        faults = Dictionary(
            catalogue.faults.map { ($0, faults[$0] ?? now) }, uniquingKeysWith: { first, _ in first })
        isComplete = catalogue.isComplete
        sources.apply(catalogue)
        watch(catalogue.dropIns)
        retryLater()
    }

    /// Logs the settings that nothing reads, unless they were there before.
    private func report(_ settings: [OptionError]) {
        for error in settings where !ignored.contains(error) { SourceLog.logIgnored(error) }
        ignored = Set(settings)
    }

    /// The files and folders of definitions that cannot be used and name no source, sorted.
    var unnamedFaults: [DaemonFailure] {
        faults.filter { $0.key.name == nil }
            .map { DaemonFailure("a definition was skipped: \($0.key.error)", since: $0.value) }
            .sorted { $0.message.precedes($1.message) }
    }

    /// Schedules another read of the definitions if a system error prevented reading one of them.
    private func retryLater() {
        retrying = nil
        guard faults.keys.contains(where: \.error.isTemporary) else { return }
        retrying = scheduler.after(Self.retryDelay, slack: Self.retryDelay / 5) { [unowned self] in apply() }
    }

    /// Watches the folders of definitions and of their drop-ins. A folder that could not be listed is a
    /// fault, which causes it to be read again, and what it contains to be watched then.
    private func watch(_ dropIns: Set<String>) {
        let wanted = dropIns.union(directories.active + directories.installed)
        watches = watches.filter { wanted.contains($0.key) }
        for folder in wanted where watches[folder] == nil {
            // The first value counts too: a file may have changed between the read and the start of the
            // watch.
            watches[folder] = watcher.entries(of: folder).sink { [unowned self] _ in
                touched.send(())
            }
        }
    }
}
