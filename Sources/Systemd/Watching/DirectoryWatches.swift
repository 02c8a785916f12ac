/// The watched directories, each with one watch, whatever path leads there.
final class DirectoryWatches {
    private let loop: EventLoop
    private var watches: [FileIdentity: DirectoryWatch] = [:]

    /// The total number of watches created.
    private(set) var made = 0

    init(on loop: EventLoop) { self.loop = loop }

    /// Returns the watch of a directory.
    ///
    /// The watch exists only while there are listeners: call `listen` at once.
    ///
    /// - Throws: `SystemError` if the directory cannot be watched: it is gone or not readable, or there are
    ///   too many watches.
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
