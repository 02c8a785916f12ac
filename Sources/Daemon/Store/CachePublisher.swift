import Definitions
import Glibc
import Reactive
import Records
import Refreshing
import Storing
import Systemd

/// Keeps the published files equal to the store: after changes, at start, and when other programs modify or
/// delete them.
///
/// It writes one file at a time, in parts and at the lowest priority, and that of a source at most once in the
/// interval of `Publish=`. If records change meanwhile, it writes
/// the file again a second later: a large document is committed in parts, and the file would begin again
/// after each. A file that cannot be written, because the disk is full for example, is written a minute
/// later.
final class CachePublisher {
    /// The number of files to check in one job, which takes a few milliseconds.
    private static let portion = 50
    /// The delay after a failed attempt to write.
    private static let failureDelay: Duration = .seconds(60)
    /// The delay after a change of the records that are being written.
    private static let changeDelay: Duration = .seconds(1)

    private let scheduler: AnyScheduler
    private let store: DataWorker<StoreContext>
    private let failures: WriteFailures
    private let folder: String
    private let rule: (String) -> Publishing
    /// Sources whose files exceed the size that needs `Publish=yes`; checked again after a restart.
    private var large: Set<String> = []
    private var waiting: Set<String> = []
    private var running: String?
    /// Sources whose files wait for the end of a delay.
    private var delayed: [String: AnyCancellable] = [:]
    /// The moment at which each file was last written.
    private var written: [String: LoopTime] = [:]
    /// The state of each file when it was last written or found to be correct.
    private var settled: [String: FileMark] = [:]
    /// Sources whose files could not be written.
    private var failed: Set<String> = []
    /// Sources whose files could not be written since they last could, which was reported.
    private var reported: Set<String> = []
    private var retrying: AnyCancellable?
    private var watching: AnyCancellable?

    /// Creates the publisher of files.
    ///
    /// - Parameters:
    ///   - store: The writing worker.
    ///   - failures: The writing that fails.
    ///   - folder: The folder of the files.
    ///   - rule: Returns how a source is published.
    ///   - scheduler: The clock of the delays after failures.
    init(
        _ store: DataWorker<StoreContext>, _ failures: WriteFailures, in folder: String,
        rule: @escaping (String) -> Publishing, scheduler: AnyScheduler
    ) {
        self.scheduler = scheduler
        self.store = store
        self.failures = failures
        self.folder = folder
        self.rule = rule
    }

    /// Watches the files, and rewrites those that other programs modify or delete.
    func start(_ watcher: PathWatcher) {
        watching = watcher.entries(of: folder).sink { [unowned self] event in
            switch event {
            case .changed(let file), .removed(let file): inspect(at: file)
            case .rescan: for name in settled.keys { inspect(at: name + ".json") }
            }
        }
    }

    /// Schedules the file of a source to be written.
    func schedule(_ name: String) {
        guard wants(name), delayed[name] == nil else { return }
        let interval = rule(name).interval(after: settled[name]?.size)
        let rest = written[name].map { interval - (scheduler.now - $0) } ?? .zero
        guard rest <= .zero else { return delay(name, for: rest) }
        waiting.insert(name)
        writeNext()
    }

    /// Schedules the files again that could not be written.
    func retry() {
        let names = failed
        failed = []
        retrying = nil
        for name in names { schedule(name) }
    }

    /// Schedules the files that do not contain their source's last change.
    ///
    /// - Parameter cursors: The cursor of the last change of each source, by name.
    func verify(_ cursors: [(name: String, cursor: Cursor)]) {
        let wanted = cursors.filter { wants($0.name) }
        for start in stride(from: 0, to: wanted.count, by: Self.portion) {
            verify(wanted[start..<min(start + Self.portion, wanted.count)])
        }
    }

    private func verify(_ some: ArraySlice<(name: String, cursor: Cursor)>) {
        let folder = folder
        store.run(priority: .idle) { _ in
            some.map { name, cursor in
                // A file that cannot be read is rewritten, like a missing one.
                let found = try? PublishedFile.cursor(of: name, in: folder)
                return (name, found == cursor ? FileMark(of: "\(folder)/\(name).json") : nil)
            }
        } then: { [weak self] (result: Result<[(String, FileMark?)], any Error>) in
            guard case .success(let marks) = result else { return some.forEach { self?.schedule($0.name) } }
            for (name, mark) in marks {
                if let mark { self?.settled[name] = mark } else { self?.schedule(name) }
            }
        }
    }

    /// Removes the file of a source that was removed.
    func remove(_ name: String) {
        waiting.remove(name)
        delayed[name] = nil
        written[name] = nil
        failed.remove(name)
        large.remove(name)
        settled[name] = nil
        // The file may be missing, and a file that may not be deleted remains.
        unlink(path(name))
    }

    private func wants(_ name: String) -> Bool {
        let limit = rule(name).maximumBytes
        return limit > 0 && (limit == .max || !large.contains(name))
    }

    private func path(_ name: String) -> String { folder + "/" + name + ".json" }

    /// Schedules a file to be rewritten if it was modified.
    private func inspect(at file: String) {
        guard file.hasSuffix(".json") else { return }
        let name = String(file.dropLast(".json".utf8.count))
        guard let known = settled[name], running != name, FileMark(of: path(name)) != known else { return }
        schedule(name)
    }

    private func writeNext() {
        guard running == nil, let name = waiting.popFirst() else { return }
        running = name
        let folder = folder
        let limit = rule(name).maximumBytes
        store.run(priority: .idle) { desk in
            desk.file = try PublishedFile(of: name, from: desk.store, in: folder, maximumBytes: limit)
        } then: { [weak self] in
            self?.proceed(name, result: $0.map { .more })
        }
    }

    /// The progress of the file that is being written.
    private nonisolated enum Progress: Sendable {
        case more, done(FileMark?), tooLarge
        /// The records have changed meanwhile.
        case outdated
        /// The store was reopened meanwhile.
        case interrupted

        init(_ file: PublishedFile) throws(StoreError) {
            guard try file.step() else {
                self = file.restarts == 0 ? .more : .outdated
                return
            }
            self = file.isTooLarge ? .tooLarge : .done(file.mark)
        }
    }

    /// Writes the next part; after the last one, records the state of the file.
    private func proceed(_ name: String, result: Result<Progress, any Error>) {
        switch result {
        case .success(.more):
            store.run(priority: .idle) { desk in
                let progress = try desk.file.map { try Progress($0) } ?? .interrupted
                if case .outdated = progress { desk.file = nil }
                return progress
            } then: { [weak self] in
                self?.proceed(name, result: $0)
            }
        case .success(.done(let mark)):
            reported.remove(name)
            failures.succeed(.file(name))
            written[name] = scheduler.now
            finish(name, mark: mark)
        case .success(.tooLarge):
            giveUp(name)
            finish(name, mark: nil)
        case .success(.outdated):
            delay(name, for: Self.changeDelay)
            finish(name, mark: nil)
        case .success(.interrupted):
            waiting.insert(name)
            finish(name, mark: nil)
        case .failure(let error):
            fail(name, error)
            finish(name, mark: nil)
        }
    }

    /// Schedules a file for after a delay.
    private func delay(_ name: String, for time: Duration) {
        waiting.remove(name)
        delayed[name] = scheduler.after(time, slack: .milliseconds(500)) { [unowned self] in
            delayed[name] = nil
            schedule(name)
        }
    }

    /// Reports the first of several failures, and plans the next attempt.
    private func fail(_ name: String, _ error: any Error) {
        failed.insert(name)
        failures.fail(.file(name), error)
        if reported.insert(name).inserted {
            log(.error, "cannot publish \(name): \(error)", ["ALMANAC_SOURCE": name])
        }
        guard retrying == nil else { return }
        retrying = scheduler.after(Self.failureDelay, slack: .seconds(5)) { [unowned self] in retry() }
    }

    /// Stops publishing a file that is too large without `Publish=yes`, and removes the old file, which would
    /// be outdated.
    private func giveUp(_ name: String) {
        large.insert(name)
        waiting.remove(name)
        failures.succeed(.file(name))
        // The file may be missing.
        unlink(path(name))
        log(
            .info,
            "\(name) is not published: its file would have more than 16 MiB; set Publish=yes to publish it",
            ["ALMANAC_SOURCE": name])
    }

    private func finish(_ name: String, mark: FileMark?) {
        running = nil
        settled[name] = mark
        inspect(at: name + ".json")
        writeNext()
    }
}
