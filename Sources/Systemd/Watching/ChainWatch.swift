import Glibc
import Reactive

/// A watch of every directory that can affect the resolution of a path.
final class ChainWatch {
    /// The resolution of the path; updated by `follow`.
    private(set) var chain: PathChain
    /// Whether some directory cannot be watched, so that changes are only noticed by polling.
    private(set) var isBlind = false

    private let path: String
    private let watcher: PathWatcher
    private let heard: (InotifyEvent, _ isContent: Bool) -> Void
    private var listenings: [AnyCancellable] = []
    private var watched: [DirectoryWatch] = []

    /// Creates a watch that reports nothing before the first `follow`.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - watcher: The watcher, which shares watches of directories and logs those that fail.
    ///   - heard: A function that receives events of a name in the chain, or, if the path leads to a
    ///     directory, of its entries.
    init(
        _ path: String, by watcher: PathWatcher, heard: @escaping (InotifyEvent, _ isContent: Bool) -> Void
    ) {
        self.path = path
        self.watcher = watcher
        self.heard = heard
        chain = PathChain()
    }

    /// Resolves the path again and watches all directories involved.
    ///
    /// A change between the resolution and the first watch would be missed, so the path is resolved until
    /// nothing has changed.
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

    /// Watches the directories of the chain.
    ///
    /// - Returns: Whether all of them were already watched.
    private func listen() -> Bool {
        let before = listenings
        let count = watcher.watches.made
        listenings = []
        watched = []
        isBlind = chain.isUncertain
        for step in chain.steps { add(step.directory, step.identity, step.name) }
        if let target = chain.target, target.isDirectory { add(target.path, target.identity, nil) }
        // The previous watches are released only now, so that a directory that remains is watched without a
        // gap.
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
            // The directory is already gone: the next `follow` resolves the path differently.
            if error.code != ENOENT && error.code != ENOTDIR { watcher.complain(error) }
        }
    }
}
