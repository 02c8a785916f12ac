import Glibc
import Reactive
import Records
import Storing
import Systemd

/// Keeps the published files what the store says: after changes, at start, and when others alter or delete them.
///
/// At the lowest priority, one file at a time, in parts; what changes meanwhile is one more writing.
final class Publishing {
    /// So many files are looked at in a few milliseconds.
    private static let portion = 50

    private let store: DataWorker<StoreDesk>
    private let folder: String
    private let limit: (String) -> Int
    /// Sources whose files are larger than nobody asked for; looked at again after a restart.
    private var large: Set<String> = []
    private var waiting: Set<String> = []
    private var running: String?
    /// How each file was when it was last written or found to be right.
    private var settled: [String: FileMark] = [:]
    private var watching: AnyCancellable?

    /// - Parameters:
    ///   - store: The worker that writes.
    ///   - folder: Where the files lie.
    ///   - limit: The largest file of a source, bytes, by name; 0 where none is wanted.
    init(_ store: DataWorker<StoreDesk>, in folder: String, limit: @escaping (String) -> Int) {
        (self.store, self.folder, self.limit) = (store, folder, limit)
    }

    /// Watches the files, and writes those again that others alter or delete.
    func begin(_ watcher: PathWatcher) {
        watching = watcher.entries(of: folder).sink { [unowned self] event in
            switch event {
            case .changed(let file), .removed(let file): look(at: file)
            case .rescan: for name in settled.keys { look(at: name + ".json") }
            }
        }
    }

    /// Has the file of a source written, soon.
    func note(_ name: String) {
        guard wants(name) else { return }
        waiting.insert(name)
        writeNext()
    }

    /// Has the files of sources written that do not bear their source's last change.
    ///
    /// - Parameter cursors: The last change of each, by name.
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
                // One that cannot be read is written anew, as one that is not there.
                let found = try? PublishedFile.cursor(of: name, in: folder)
                return (name, found == cursor ? FileMark(of: "\(folder)/\(name).json") : nil)
            }
        } then: { [weak self] (result: Result<[(String, FileMark?)], any Error>) in
            guard case .success(let marks) = result else { return some.forEach { self?.note($0.name) } }
            for (name, mark) in marks {
                if let mark { self?.settled[name] = mark } else { self?.note(name) }
            }
        }
    }

    /// Removes the file of a source that is gone.
    func remove(_ name: String) {
        waiting.remove(name)
        large.remove(name)
        settled[name] = nil
        // One that is not there need not be removed, and whoever forbids it keeps it.
        unlink(path(name))
    }

    private func wants(_ name: String) -> Bool {
        let limit = limit(name)
        return limit > 0 && (limit == .max || !large.contains(name))
    }

    private func path(_ name: String) -> String { folder + "/" + name + ".json" }

    /// Has a file written again that is not as it was left.
    private func look(at file: String) {
        guard file.hasSuffix(".json") else { return }
        let name = String(file.dropLast(".json".utf8.count))
        guard let known = settled[name], running != name, FileMark(of: path(name)) != known else { return }
        note(name)
    }

    private func writeNext() {
        guard running == nil, let name = waiting.popFirst() else { return }
        running = name
        let (folder, limit) = (folder, limit(name))
        store.run(priority: .idle) { desk in
            desk.file = try PublishedFile(of: name, from: desk.store, in: folder, maximumBytes: limit)
        } then: { [weak self] in
            self?.proceed(name, $0.map { .more })
        }
    }

    /// How far the file is that is being written.
    private nonisolated enum Progress: Sendable {
        case more, done(FileMark?), tooLarge

        init(_ file: PublishedFile) throws(StoreError) {
            self = try file.step() ? file.isTooLarge ? .tooLarge : .done(file.mark) : .more
        }
    }

    /// Writes the next part; behind the last one the file is as we left it.
    private func proceed(_ name: String, _ result: Result<Progress, any Error>) {
        switch result {
        case .success(.more):
            store.run(priority: .idle) { desk in
                try desk.file.map { try Progress($0) } ?? .done(nil)
            } then: { [weak self] in
                self?.proceed(name, $0)
            }
        case .success(.done(let mark)): finish(name, mark)
        case .success(.tooLarge):
            giveUp(name)
            finish(name, nil)
        case .failure(let error):
            log(.error, "cannot publish \(name): \(error)", ["ALMANAC_SOURCE": name])
            finish(name, nil)
        }
    }

    /// A file that nobody asked for is not worth so much; one from before would tell what is no more.
    private func giveUp(_ name: String) {
        large.insert(name)
        waiting.remove(name)
        // One that is not there need not be removed.
        unlink(path(name))
        log(
            .info, "\(name) is not published: its file would have more than 16 MiB; Publish=yes asks for it",
            ["ALMANAC_SOURCE": name])
    }

    private func finish(_ name: String, _ mark: FileMark?) {
        running = nil
        settled[name] = mark
        look(at: name + ".json")
        writeNext()
    }
}
