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

    private(set) var steps: [Step] = []
    /// Where the path leads, without links; `nil` when it leads nowhere.
    private(set) var target: (path: String, identity: FileIdentity)?

    private var place = "/"
    private var identity = FileIdentity.none
    private var rest: [Substring.UTF8View.SubSequence] = []

    static func == (left: PathChain, right: PathChain) -> Bool {
        left.steps == right.steps && left.target?.path == right.target?.path
            && left.target?.identity == right.target?.identity
    }

    /// Follows a path; a relative one from the root, which is never what is meant.
    init(of path: String) {
        goToRoot()
        push(path)
        var links = 0
        while let part = rest.popLast() {
            let name = String(decoding: part, as: UTF8.self)
            guard let found = FileIdentity.Found(lstat: join(name)) else {
                note(name)
                return
            }
            if found.isLink {
                note(name)
                links += 1
                guard links <= 40, follow(name) else { return }
            } else if rest.isEmpty || !found.isDirectory {
                note(name)
                if rest.isEmpty { target = (join(name), found.identity) }
                return
            } else {
                (place, identity) = (join(name), found.identity)
            }
        }
        target = (place, identity)
    }
}

nonisolated extension PathChain {
    private mutating func goToRoot() {
        place = "/"
        identity = FileIdentity.Found(lstat: "/")?.identity ?? .none
    }

    /// Puts the parts of a path before what is left to go.
    private mutating func push(_ path: String) {
        let parts = path[...].utf8.split(separator: 0x2F).filter { !$0.elementsEqual(".".utf8) }
        rest.append(contentsOf: parts.reversed())
    }

    private mutating func note(_ name: String) {
        steps.append(Step(directory: place, identity: identity, name: name))
    }

    private func join(_ name: String) -> String { place == "/" ? "/\(name)" : "\(place)/\(name)" }

    private mutating func follow(_ name: String) -> Bool {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(join(name), &buffer, buffer.count)
        guard count > 0 else { return false }
        let destination = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if destination.utf8.first == 0x2F { goToRoot() }
        push(destination)
        return true
    }
}
