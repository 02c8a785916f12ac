import Reactive
import Records
import Storing
import Systemd

/// Decides which sources there are: by the definition files, as they change, and by calls.
final class Control {
    /// When the daemon started.
    let started: UTC
    /// What the configuration says now.
    private(set) var configuration: Configuration
    /// Definitions that cannot be used.
    private(set) var faults: [Catalogue.Fault] = []

    let directories: Directories
    let sources: Sources
    let intake: Intake
    let stations: Stations
    let wall: () -> UTC
    private let watcher: PathWatcher
    private let scheduler: AnyScheduler
    /// Definitions that came over the socket and end with the daemon.
    var transient: [SourceName: Guest] = [:]
    private var touched = PassthroughSubject<Void, Never>()
    private var watches: [String: AnyCancellable] = [:]
    private var applying: AnyCancellable?

    init(
        _ directories: Directories, _ configuration: Configuration, sources: Sources, intake: Intake,
        stations: Stations, watcher: PathWatcher, scheduler: AnyScheduler, wall: @escaping () -> UTC
    ) {
        (self.directories, self.configuration) = (directories, configuration)
        (self.sources, self.intake, self.watcher) = (sources, intake, watcher)
        (self.stations, self.scheduler) = (stations, scheduler)
        (self.wall, started) = (wall, wall())
    }

    /// Runs what is defined, now and whenever that changes.
    func begin(with first: Catalogue?) {
        applying = touched.debounce(for: .milliseconds(100), scheduler: scheduler)
            .sink { [unowned self] in apply() }
        apply(first)
    }

    /// Reads configuration and definitions again; what was forgotten long enough goes.
    ///
    /// - Throws: When the configuration cannot be used; all stays as it was then.
    func reload() throws(OptionError) {
        configuration = try Configuration(reading: directories)
        sources.introduce(as: configuration)
        apply()
        removeForgotten(at: wall())
    }

    /// Makes what runs what is defined: what was read just before, or what is to be read now.
    func apply(_ read: Catalogue? = nil) {
        var catalogue = read ?? Catalogue(reading: DefinitionFiles(directories))
        for guest in transient.values { catalogue.add(guest.definition) }
        for fault in catalogue.faults where !faults.contains(fault) { Chronicle.skipped(fault) }
        faults = catalogue.faults
        sources.apply(catalogue)
        watch()
    }

    /// Watches the folders of definitions and of their drop-ins.
    private func watch() {
        let folders = directories.active + [directories.available]
        let dropIns = folders.flatMap { folder in
            ConfigurationFile.names(in: folder, suffix: ".source.d").map { folder + "/" + $0 }
        }
        let wanted = Set(folders + dropIns)
        watches = watches.filter { wanted.contains($0.key) }
        for folder in wanted where watches[folder] == nil {
            // Also its first value counts: something may have come between the reading and the watching.
            watches[folder] = watcher.entries(of: folder).sink { [unowned self] _ in
                touched.send(())
            }
        }
    }
}
