import Reactive
import Refreshing
import Storing
import Systemd

/// Handles errors that call the store into question, and the removal of files from the state folder while the
/// daemon runs.
///
/// After a disk error or apparent damage, the worker reopens the database and checks it. If it is sound, the
/// daemon continues. If it is damaged, the next start sets it aside; if the disk keeps failing, the daemon
/// ends without that. Database files that were removed or replaced are restored from the open database.
final class StoreGuard {
    /// The exit status if the store cannot be used: an I/O error.
    ///
    /// Source: sysexits.h.
    private static let failedStatus: CInt = 74

    private let store: DataWorker<StoreContext>
    private let folder: StateFolder
    private let path: String
    private let loop: EventLoop
    private var flows: Set<AnyCancellable> = []
    private var isChecking = false
    private var isEnding = false
    private var isLooking = false
    private var mustLookAgain = false
    /// Called after the store was reopened or its folder was restored.
    var recovered: (() -> Void)?

    /// Creates the guard.
    ///
    /// - Parameters:
    ///   - store: The writing worker.
    ///   - folder: The state folder.
    ///   - path: The folder of the database.
    ///   - loop: The loop to stop when the store becomes unusable.
    init(_ store: DataWorker<StoreContext>, _ folder: StateFolder, database path: String, on loop: EventLoop)
    {
        self.store = store
        self.folder = folder
        self.path = path
        self.loop = loop
        store.doubts.sink { [unowned self] in check(after: $0) }.store(in: &flows)
    }

    /// Watches the folders.
    func start(_ watcher: PathWatcher) {
        watcher.entries(of: folder.path).sink { [unowned self] event in
            switch event {
            case .changed: break
            case .removed(let name): if folder.owns(name) { check() }
            case .rescan: check()
            }
        }.store(in: &flows)
        watcher.entries(of: path).sink { [unowned self] event in
            switch event {
            case .changed(let name), .removed(let name):
                if name.hasPrefix(Store.fileName) { check() }
            case .rescan: check()
            }
        }.store(in: &flows)
    }

    /// Restores missing folders, and makes the worker check the database files.
    func check() {
        guard !isEnding else { return }
        guard !isLooking else { return mustLookAgain = true }
        isLooking = true
        do throws(SystemError) {
            try folder.restore()
        } catch {
            return stopDaemon("the state folder cannot be restored: \(error)")
        }
        // The worker restores the files before each job.
        store.run {
            $0.countRestorations()
        } then: { [weak self] result in
            if case .success(let count) = result { self?.looked(count) }
        }
    }

    private func looked(_ restorations: Int) {
        isLooking = false
        if restorations > 0 {
            log(
                .error,
                "the files of the database were removed or replaced; it was put back, nothing is lost",
                .databasePutBack, ["ALMANAC_FILE": path])
            recovered?()
        }
        guard mustLookAgain else { return }
        mustLookAgain = false
        check()
    }

    /// Checks the database after the error of a job.
    func check(after error: StoreError) {
        guard !isChecking, !isEnding else { return }
        if error.isLoss { return stopDaemon("\(error)") }
        isChecking = true
        log(.warning, "reopening and checking the database: \(error)")
        store.run { desk in
            try desk.recover(from: error)
        } then: { [weak self] result in
            self?.checked(result)
        }
    }

    private func checked(_ result: Result<Void, any Error>) {
        switch result {
        case .success:
            isChecking = false
            log(.notice, "the database is sound and was reopened")
            recovered?()
        case .failure(let error as StoreError) where error.isDamage: condemn(error)
        case .failure(let error): stopDaemon("the database cannot be read or written: \(error)")
        }
    }

    /// Marks a damaged store and ends the daemon; the next start sets the store aside.
    private func condemn(_ error: StoreError) {
        log(
            .error, "the database is damaged; restarting to set it aside: \(error)",
            .databaseSetAside, ["ALMANAC_FILE": path, "ALMANAC_REASON": "\(error)"])
        do throws(StoreError) {
            try Store.condemn(path, because: error)
        } catch {
            log(.error, "cannot mark the damaged database: \(error)")
        }
        stop()
    }

    /// Stops the daemon without setting the store aside.
    private func stopDaemon(_ reason: String) {
        guard !isEnding else { return }
        log(
            .error, "the store cannot be used, almanacd exits: \(reason)", .storeUnusable,
            ["ALMANAC_FILE": path, "ALMANAC_REASON": reason])
        stop()
    }

    private func stop() {
        isEnding = true
        loop.stop(status: Self.failedStatus)
    }
}
