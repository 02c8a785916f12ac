import Glibc

/// Goes along a path part by part.
///
/// Source: path_resolution(7).
nonisolated struct PathWalk {
    /// The most links that are followed, as in the kernel.
    private static let mostLinks = 40

    /// The directory that has been reached.
    private(set) var place = "/"
    /// Which directory that is.
    private(set) var identity: FileIdentity

    /// What is left to go, the last part first.
    private var rest: [String] = []
    private var links = 0

    init(_ path: String) {
        identity = PathWalk.root
        push(path)
    }

    /// Whether nothing is left to go.
    var isOver: Bool { rest.isEmpty }

    /// Takes the next part.
    mutating func next() -> String? { rest.popLast() }

    /// The path of a name in the directory that has been reached.
    func path(of name: String) -> String { place == "/" ? "/\(name)" : "\(place)/\(name)" }

    /// A name in the directory that has been reached.
    func step(_ name: String) -> PathChain.Step {
        PathChain.Step(directory: place, identity: identity, name: name)
    }

    mutating func enter(_ directory: String, _ identity: FileIdentity) {
        (place, self.identity) = (directory, identity)
    }

    /// Puts what a link says before what is left to go.
    ///
    /// - Returns: Whether it is a link that can be read, and not one too many.
    mutating func follow(_ name: String) -> Bool {
        links += 1
        guard links <= PathWalk.mostLinks, let destination = destination(of: path(of: name)) else {
            return false
        }
        if destination.utf8.first == 0x2F { enter("/", PathWalk.root) }
        push(destination)
        return true
    }

    private mutating func push(_ path: String) {
        let parts = path.utf8.split(separator: 0x2F).map { String(decoding: $0, as: UTF8.self) }
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
