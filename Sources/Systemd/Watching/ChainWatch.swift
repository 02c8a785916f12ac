import Glibc
import Reactive

/// Watches every directory on which it depends where a path leads.
final class ChainWatch {
    /// Where the path leads; brought up to date by `follow`.
    private(set) var chain: PathChain
    /// Whether some directory cannot be watched, so that only looking helps.
    private(set) var isBlind = false

    private let path: String
    private let watcher: PathWatcher
    private let heard: (DirectorySign, _ isContent: Bool) -> Void
    private var listenings: [AnyCancellable] = []
    private var watched: [DirectoryWatch] = []

    /// Makes a watch that hears nothing before the first `follow`.
    ///
    /// - Parameters:
    ///   - path: The path, absolute.
    ///   - watcher: Shares the watches of directories, and is told which cannot be watched.
    ///   - heard: Told what happens to a name of the chain, or, if the path leads to a directory, in that.
    init(
        _ path: String, by watcher: PathWatcher, heard: @escaping (DirectorySign, _ isContent: Bool) -> Void
    ) {
        (self.path, self.watcher, self.heard) = (path, watcher, heard)
        chain = PathChain()
    }

    /// Finds out anew where the path leads, and watches along the way.
    ///
    /// What changes between looking and watching for the first time would be missed: then it looks again,
    /// until nothing has.
    func follow() {
        var found = PathChain(of: path)
        if found == chain && !watched.isEmpty && !isBlind && watched.allSatisfy({ !$0.isDead }) { return }
        for _ in 0..<5 {
            chain = found
            let known = listen()
            if known { return }
            found = PathChain(of: path)
            if found == chain { return }
        }
    }

    /// Whether all directories were watched before.
    private func listen() -> Bool {
        let (before, count) = (listenings, watcher.watches.made)
        (listenings, watched, isBlind) = ([], [], false)
        for step in chain.steps { add(step.directory, step.identity, step.name) }
        if let target = chain.target, target.isDirectory { add(target.path, target.identity, nil) }
        // Let go only now, so that a directory that stays is watched without a gap.
        withExtendedLifetime(before) {}
        return watcher.watches.made == count && !isBlind
    }

    private func add(_ directory: String, _ identity: FileIdentity, _ name: String?) {
        do throws(SystemError) {
            let watch = try watcher.watches.watch(directory, identity)
            watched.append(watch)
            listenings.append(watch.listen(to: name) { [unowned self] in heard($0, name == nil) })
        } catch {
            isBlind = true
            // Gone already: the next look finds another chain.
            if error.code != ENOENT && error.code != ENOTDIR { watcher.complain(error) }
        }
    }
}
