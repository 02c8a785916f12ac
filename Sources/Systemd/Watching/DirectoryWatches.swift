/// The directories that are watched, each once, whatever path leads there.
final class DirectoryWatches {
    private let loop: EventLoop
    private var watches: [FileIdentity: DirectoryWatch] = [:]

    /// How many watches were made in all.
    private(set) var made = 0

    init(on loop: EventLoop) { self.loop = loop }

    /// The watch of a directory.
    ///
    /// It is kept only while somebody listens: listen at once.
    ///
    /// - Throws: When it cannot be watched: gone, not readable, too many watches.
    func watch(_ path: String, _ identity: FileIdentity) throws(SystemError) -> DirectoryWatch {
        if let watch = watches[identity] { return watch }
        let watch = try DirectoryWatch(path, on: loop.handle.pointer) { [weak self] ended in
            if self?.watches[identity] === ended { self?.watches[identity] = nil }
        }
        watches[identity] = watch
        made += 1
        return watch
    }
}
