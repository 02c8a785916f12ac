import Glibc
import Reactive
import Systemd
import Testing

/// A collector of a watcher's events of one directory.
private final class Witness {
    let directory = TemporaryDirectory()
    let loop: EventLoop
    private let watcher: PathWatcher
    private var subscription: AnyCancellable?
    private(set) var events: [DirectoryEvent] = []

    init(_ name: String) throws {
        loop = try EventLoop()
        watcher = try PathWatcher(on: loop)
        subscription = watcher.entries(of: directory.path(name)).sink { [unowned self] in events.append($0) }
    }

    /// Returns the events of everything that inotify has reported.
    func take() throws -> [DirectoryEvent] {
        try loop.settle()
        defer { events = [] }
        return events
    }
}

@Suite("PathWatcher, with real directories") struct DirectoryEntriesTests {
    @Test func `the first event is a rescan of the directory`() throws {
        let witness = try Witness("")
        #expect(try witness.take() == [.rescan])
    }

    @Test func `files are reported when they are closed, moved in, moved out or deleted`() throws {
        let witness = try Witness("")
        _ = try witness.take()
        do {
            let file = try FileDescriptor(opening: witness.directory.path("a"), O_WRONLY | O_CREAT)
            #expect(try witness.take() == [])
            put(file.raw, "x")
        }
        #expect(try witness.take() == [.changed("a")])
        rename(witness.directory.path("a"), witness.directory.path("b"))
        #expect(try witness.take() == [.removed("a"), .changed("b")])
        unlink(witness.directory.path("b"))
        #expect(try witness.take() == [.removed("b")])
    }

    @Test func `links and directories are reported when they are created`() throws {
        let witness = try Witness("")
        _ = try witness.take()
        symlink("/nowhere", witness.directory.path("link"))
        witness.directory.makeDirectory("drop-in.d")
        #expect(try witness.take() == [.changed("link"), .changed("drop-in.d")])
    }

    @Test func `a directory that is created, removed and created again is rescanned each time`() throws {
        let witness = try Witness("p/d")
        #expect(try witness.take() == [.rescan])
        witness.directory.makeDirectory("p")
        #expect(try witness.take() == [])
        witness.directory.makeDirectory("p/d")
        #expect(try witness.take() == [.rescan])
        try witness.directory.write("p/d/a", "x")
        #expect(try witness.take() == [.changed("a")])
        unlink(witness.directory.path("p/d/a"))
        rmdir(witness.directory.path("p/d"))
        #expect(try witness.take() == [.removed("a"), .rescan])
        witness.directory.makeDirectory("p/d")
        #expect(try witness.take() == [.rescan])
        try witness.directory.write("p/d/b", "x")
        #expect(try witness.take() == [.changed("b")])
    }

    @Test func `a link to a directory is followed, and a new target is a rescan`() throws {
        let witness = try Witness("current")
        _ = try witness.take()
        witness.directory.makeDirectory("v1")
        witness.directory.makeDirectory("v2")
        symlink("v1", witness.directory.path("current"))
        #expect(try witness.take() == [.rescan])
        try witness.directory.write("v1/a", "x")
        #expect(try witness.take() == [.changed("a")])
        symlink("v2", witness.directory.path("new"))
        rename(witness.directory.path("new"), witness.directory.path("current"))
        #expect(try witness.take() == [.rescan])
        try witness.directory.write("v1/b", "x")
        try witness.directory.write("v2/c", "x")
        #expect(try witness.take() == [.changed("c")])
    }
}
