import Fetching
import Reactive
public import Records
package import Storing
public import Systemd
package import Varlink

/// The almanac put together: its sources, their keeping, and those who are told.
public final class Almanac {
    private let directories: Directories
    private let loop: EventLoop
    private let clocks: Clocks
    private let folder: StateFolder
    /// The sockets of all who are served.
    package let sockets: SocketSet
    private let store: DataWorker<StoreDesk>
    private var house: House?

    /// Makes an almanac that does nothing before `begin`.
    ///
    /// - Parameters:
    ///   - directories: Where it lives.
    ///   - loop: The loop that it turns on.
    ///   - clocks: What tells it the time; `nil` for the loop's.
    /// - Throws: `OptionError` when the configuration cannot be used; `SystemError` when the system refuses something.
    public init(_ directories: Directories, on loop: EventLoop, clocks: Clocks? = nil) throws {
        let clocks = clocks ?? Clocks(of: loop)
        (self.directories, self.loop, self.clocks) = (directories, loop, clocks)
        let configuration = try Configuration(reading: directories)
        folder = try StateFolder(directories)
        sockets = try SocketSet(on: loop, limits: configuration.limits, clock: clocks.scheduler)
        let path = directories.state + "/private"
        let now = clocks.wall()
        store = try DataWorker("store", on: loop) { try StoreDesk(opening: path, at: now) }
        self.configuration = configuration
        damage = store.damaged.first().sink { [unowned self] in giveUp(on: $0) }
    }

    private let configuration: Configuration
    private var first: Catalogue?
    private var damage: AnyCancellable?

    /// Reads what is known from before, runs all sources and serves the sockets.
    ///
    /// - Parameters:
    ///   - passed: Sockets that the service manager listens on; without any it listens by itself.
    ///   - then: Told when it serves, or why it cannot.
    public func begin(on passed: [PassedDescriptor], then: @escaping (Result<Void, any Error>) -> Void) {
        store.run {
            try $0.opened()
        } then: { [self] result in
            var outcome: Result<Void, any Error> = .success(())
            // First in the next turn: what was read is let go of by then, and no source has begun yet.
            loop.next { then(outcome) }
            outcome = Result { try build(result.get(), passed) }
            first = nil
        }
        // While the store is opened beside; what comes after this reading is seen when the folders are watched.
        first = Catalogue(reading: DefinitionFiles(directories))
    }

    private func build(_ opened: StoreDesk.Opened, _ passed: [PassedDescriptor]) throws {
        if case .setAside(let path, let reason) = opened.opening { tellSetAside(path, reason) }
        house = try House(
            directories, configuration, opened, first, store: store, sockets: sockets, on: loop, clocks,
            passed)
    }

    /// The line that `systemctl status` shows.
    public var status: String { house?.statusLine.text ?? "starting" }

    /// Reads configuration and definitions again.
    ///
    /// - Throws: When the configuration cannot be used; all stays as it was then.
    public func reload() throws(OptionError) { try house?.control.reload() }

    /// Tells subscribers of changes that are in no log: to measure what telling costs. Nobody may fall behind.
    package func tell(_ commit: Commit) { house?.tell(commit) }

    /// Ends in good order: what is known is on disk, and readers are left to the next run or
    /// told where to go on.
    public func end() {
        house?.end()
        sockets.flush()
        house?.dismissReaders()
        sockets.flush()
        sockets.close()
        store.run {
            try $0.store.checkpoint()
        } then: { result in
            if case .failure(let error) = result { log(.error, "cannot tidy the store: \(error)") }
        }
        store.finish()
    }

    /// A damaged store cannot be used any more: it is set aside when the daemon starts again, which it must.
    private func giveUp(on error: StoreError) {
        log(
            .error, "the database is damaged; it is set aside at the next start, which is now: \(error)",
            .databaseSetAside, ["ALMANAC_FILE": path, "ALMANAC_REASON": "\(error)"])
        do throws(StoreError) {
            try Store.condemn(path, because: error)
        } catch {
            log(.error, "cannot mark the damaged database: \(error)")
        }
        loop.stop(status: Almanac.damagedStatus)
    }

    /// The status of a daemon whose store was damaged: input or output failed (sysexits.h).
    private static let damagedStatus: CInt = 74
    private var path: String { directories.state + "/private" }

    private func tellSetAside(_ path: String, _ reason: String) {
        log(
            .error, "the database was damaged and is kept as \(path); a new one is begun: \(reason)",
            .databaseSetAside, ["ALMANAC_FILE": path, "ALMANAC_REASON": reason])
    }
}
