import Glibc

/// The names that determine where a path leads: every link on the way, and the file itself.
///
/// A change to any of them, in its directory, may lead the path elsewhere. If a component is missing, the
/// chain ends with it, so that its creation is noticed.
nonisolated struct PathChain: Equatable {
    /// A name in a directory.
    struct Step: Equatable {
        let directory: String
        let identity: FileIdentity
        let name: String
    }

    /// The file to which the path leads.
    struct Target: Equatable {
        let path: String
        let identity: FileIdentity
        let isDirectory: Bool
    }

    /// The names in the order of resolution; none for the root.
    private(set) var steps: [Step] = []
    /// The target; `nil` when the path leads nowhere.
    private(set) var target: Target?
    /// Whether a component could not be examined, for example because of an I/O error. It may exist all the
    /// same.
    private(set) var isUncertain = false
    /// The errors that determine what a component is: missing, not a directory, or inaccessible.
    private static let certain = [ENOENT, ENOTDIR, ELOOP, EACCES, ENAMETOOLONG]

    /// Creates the chain of no path.
    init() {}

    /// Resolves an absolute path.
    init(of path: String) {
        var walk = PathWalk(path)
        while let name = walk.next() {
            let here = walk.path(of: name)
            let step = walk.step(name)
            let found = FileIdentity.Found(lstat: here)
            if found == nil { isUncertain = !Self.certain.contains(errno) }
            if let found, found.isDirectory, !walk.isOver {
                walk.enter(here, found.identity)
                continue
            }
            steps.append(step)
            guard let found else { return }
            if found.isLink {
                guard walk.follow(name) else { return }
            } else {
                if walk.isOver {
                    target = Target(path: here, identity: found.identity, isDirectory: found.isDirectory)
                }
                return
            }
        }
        target = Target(path: walk.place, identity: walk.identity, isDirectory: true)
    }
}
