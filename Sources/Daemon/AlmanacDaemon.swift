public import Definitions
import Fetching
import Reactive
public import Records
public import Refreshing
package import Storing
public import Systemd
package import Varlink

/// The daemon: composes the sources, the store and the sockets.
public final class AlmanacDaemon {
    private let directories: Directories
    private let loop: EventLoop
    private let clocks: Clocks
    private let folder: StateFolder
    /// The sockets of all connections.
    package let sockets: SocketSet
    private let store: DataWorker<StoreContext>
    private var composition: Composition?

    /// Creates a daemon that does nothing before `start`.
    ///
    /// - Parameters:
    ///   - directories: The folders that it uses.
    ///   - loop: The loop that it runs on.
    ///   - clocks: The clocks; `nil` for those of the loop.
    /// - Throws: `OptionError` if the configuration cannot be used; `SystemError` if a system call fails.
    public convenience init(_ directories: Directories, on loop: EventLoop, clocks: Clocks? = nil) throws {
        try self.init(directories, on: loop, clocks: clocks, rights: Rights())
    }

    /// Creates a daemon with other rights than the default.
    package init(_ directories: Directories, on loop: EventLoop, clocks: Clocks?, rights: Rights) throws {
        let clocks = clocks ?? Clocks(of: loop)
        self.directories = directories
        self.loop = loop
        self.clocks = clocks
        self.rights = rights
        let configuration = try Configuration(reading: directories)
        folder = try StateFolder(directories)
        let limits = configuration.limits(descriptors: try FileDescriptor.limit())
        sockets = try SocketSet(on: loop, limits: limits, clock: clocks.scheduler) {
            rights.isPrivileged($0, $1)
        }
        let path = directories.state + "/private"
        let now = clocks.wall()
        let inUse = DatabaseInUse()
        self.inUse = inUse
        store = try DataWorker("store", on: loop) { try StoreContext(opening: path, at: now, inUse) }
        self.configuration = configuration
        storeGuard = StoreGuard(store, folder, database: path, on: loop)
    }

    private let configuration: Configuration
    private let rights: Rights
    private var first: Catalogue?
    private let storeGuard: StoreGuard
    private let inUse: DatabaseInUse

    /// Reads the stored state, runs all sources and serves the sockets.
    ///
    /// - Parameters:
    ///   - passed: The listening sockets from the service manager; if empty, the daemon creates its own.
    ///   - then: Called once the daemon is ready, or with the error that kept it from starting.
    public func start(on passed: [PassedDescriptor], then: @escaping (Result<Void, any Error>) -> Void) {
        store.run {
            try $0.opened()
        } then: { [self] result in
            var outcome: Result<Void, any Error> = .success(())
            // The next turn comes after the temporary data were released, and before any source begins.
            loop.next { then(outcome) }
            outcome = Result { try build(result.get(), passed) }
            first = nil
        }
        // The definitions are read while the worker opens the store; later changes are noticed once the
        // folders are watched.
        first = Catalogue(reading: DefinitionFiles(directories))
    }

    private func build(_ opened: StoreContext.Opened, _ passed: [PassedDescriptor]) throws {
        if case .setAside(let path, let reason, let restored) = opened.opening {
            reportSetAside(path, reason, restored)
        }
        composition = try Composition(
            directories, configuration, opened, first, store: store, storeGuard, inUse, sockets: sockets,
            on: loop,
            clocks, passed, rights)
    }

    /// The line that `systemctl status` shows.
    public var status: String { composition?.statusLine.text ?? "starting" }

    /// Reloads the configuration and definitions.
    ///
    /// - Throws: An error if the configuration cannot be used; nothing changes then.
    public func reload() throws(OptionError) { try composition?.control.reload() }

    /// Sends subscribers changes that are not in the log, for benchmarks. Subscribers must not fall
    /// behind.
    package func notifySubscribers(of commit: Commit) { composition?.notifySubscribers(of: commit) }

    /// Shuts down in order: saves the state, and hands subscribers over to the next run or sends them a
    /// cursor to resume from.
    public func stop() {
        composition?.stop()
        sockets.flush()
        composition?.disconnectSubscribers()
        sockets.flush()
        sockets.close()
        store.run {
            try $0.store.checkpoint()
        } then: { result in
            if case .failure(let error) = result { log(.error, "cannot clean up the store: \(error)") }
        }
        store.finish()
    }

    private func reportSetAside(_ path: String, _ reason: String, _ restored: Restoration) {
        log(
            .error, "the database was damaged and is kept as \(path): \(reason); \(restored)",
            .databaseSetAside, ["ALMANAC_FILE": path, "ALMANAC_REASON": reason])
    }
}
