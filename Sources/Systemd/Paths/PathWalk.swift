import Glibc

/// The step-by-step resolution of a path.
///
/// Source: path_resolution(7).
nonisolated struct PathWalk {
    /// The maximum number of links to follow, as in the kernel.
    private static let mostLinks = 40

    /// The path of the current directory.
    private(set) var place = "/"
    /// The identity of the current directory.
    private(set) var identity: FileIdentity

    /// The remaining components, last one first.
    private var rest: [String] = []
    private var links = 0

    init(_ path: String) {
        identity = PathWalk.root
        push(path)
    }

    /// Whether no components remain.
    var isOver: Bool { rest.isEmpty }

    /// Removes and returns the next component.
    mutating func next() -> String? { rest.popLast() }

    /// Returns the path of a name in the current directory.
    func path(of name: String) -> String { place == "/" ? "/\(name)" : "\(place)/\(name)" }

    /// Returns the step for a name in the current directory.
    func step(_ name: String) -> PathChain.Step {
        PathChain.Step(directory: place, identity: identity, name: name)
    }

    mutating func enter(_ directory: String, _ identity: FileIdentity) {
        place = directory
        self.identity = identity
    }

    /// Prepends the target of a link to the remaining components.
    ///
    /// - Returns: Whether the link is readable and the limit on links is not exceeded.
    mutating func follow(_ name: String) -> Bool {
        links += 1
        guard links <= PathWalk.mostLinks, let destination = destination(of: path(of: name)) else {
            return false
        }
        if destination.utf8.first == UInt8(ascii: "/") { enter("/", PathWalk.root) }
        push(destination)
        return true
    }

    private mutating func push(_ path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        rest.append(contentsOf: parts.filter { $0 != "." }.reversed())
    }

    private func destination(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static var root: FileIdentity { FileIdentity.Found(lstat: "/")?.identity ?? .none }
}
