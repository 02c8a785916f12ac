import Glibc

/// The names that decide where a path leads: every link on the way, and the file itself.
///
/// A change of any of them, in its directory, may lead the path elsewhere. Where a part is missing the
/// chain ends with it, so that its coming is noticed.
nonisolated struct PathChain: Equatable {
    /// A name in a directory.
    struct Step: Equatable {
        let directory: String
        let identity: FileIdentity
        let name: String
    }

    /// What the path leads to.
    struct Target: Equatable {
        let path: String
        let identity: FileIdentity
        let isDirectory: Bool
    }

    /// In the order of the way; none for the root.
    private(set) var steps: [Step] = []
    /// `nil` when the path leads nowhere.
    private(set) var target: Target?

    /// Makes the chain of no path.
    init() {}

    /// Follows an absolute path.
    init(of path: String) {
        var walk = PathWalk(path)
        while let name = walk.next() {
            let (here, step) = (walk.path(of: name), walk.step(name))
            let found = FileIdentity.Found(lstat: here)
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
