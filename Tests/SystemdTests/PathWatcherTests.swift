import Glibc
import Reactive
import Systemd
import Testing

@Suite("PathWatcher, with real files") struct PathWatcherTests {
    @Test func `the initial state is reported, and nothing more without a change`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        #expect(try witness.next() == witness.stamp("a"))
        try witness.nothing()
    }

    @Test func `a missing file is reported as vanished, and its creation is noticed`() throws {
        let witness = try PathWitness()
        witness.watch("a")
        #expect(try witness.next() == .vanished)
        try witness.directory.write("a", "one")
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a write in place is reported after the close, not before`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        _ = try witness.next()
        do {
            let file = try FileDescriptor(opening: witness.directory.path("a"), O_WRONLY | O_TRUNC)
            put(file.raw, "half")
            try witness.nothing()
            put(file.raw, " and whole")
        }
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a new file is reported after the close, not while it is being written`() throws {
        let witness = try PathWitness()
        witness.watch("a")
        _ = try witness.next()
        do {
            let file = try FileDescriptor(opening: witness.directory.path("a"), O_WRONLY | O_CREAT)
            put(file.raw, "half")
            try witness.nothing()
        }
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a file that is renamed over the path is reported`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        _ = try witness.next()
        try witness.directory.replace("a", "two")
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `several writes in succession are reported once`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        _ = try witness.next()
        for number in 0..<20 {
            try witness.directory.replace("a", "\(number)")
            try witness.pass(.milliseconds(1))
        }
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a file with the size and the time of its predecessor is reported all the same`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        _ = try witness.next()
        var status = stat()
        stat(witness.directory.path("a"), &status)
        let file = try FileDescriptor(opening: witness.directory.path("a"), O_WRONLY)
        put(file.raw, "two")
        futimens(file.raw, [status.st_atim, status.st_mtim])
        close(file.release())
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a file that vanishes is reported, and so is its return`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        _ = try witness.next()
        unlink(witness.directory.path("a"))
        #expect(try witness.next() == .vanished)
        try witness.directory.replace("a", "two")
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a file that is missing for a moment has not vanished`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        _ = try witness.next()
        unlink(witness.directory.path("a"))
        try witness.pass(.milliseconds(5))
        try witness.directory.write("a", "two")
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a hard link into place counts as complete`() throws {
        let witness = try PathWitness()
        try witness.directory.write("b", "one")
        witness.watch("a")
        _ = try witness.next()
        link(witness.directory.path("b"), witness.directory.path("a"))
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a change of a file in a watched directory is reported`() throws {
        let witness = try PathWitness()
        witness.directory.makeDirectory("d")
        try witness.directory.write("d/one", "1")
        witness.watch("d")
        #expect(try witness.next() == witness.stamp("d"))
        try witness.directory.write("d/one", "11")
        #expect(try witness.next() == witness.stamp("d"))
        try witness.directory.write("d/two", "2")
        #expect(try witness.next() == witness.stamp("d"))
        unlink(witness.directory.path("d/one"))
        #expect(try witness.next() == witness.stamp("d"))
    }

    @Test func `polling does not delay a change`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a", every: .milliseconds(2))
        #expect(try witness.next() == witness.stamp("a"))
        try witness.directory.write("a", "two")
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `a change without an inotify event is found by polling`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", String(repeating: "x", count: 4096))
        let file = try FileDescriptor(opening: witness.directory.path("a"), O_RDWR)
        let memory = try #require(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file.raw, 0))
        defer { munmap(memory, 4096) }
        // The kernel's time of a file advances only every few milliseconds.
        let past = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
        futimens(file.raw, [past, past])
        witness.watch("a", every: .milliseconds(5))
        _ = try witness.next()
        // A write through memory changes the file's time but causes no event.
        memory.storeBytes(of: 0x79, as: UInt8.self)
        #expect(try witness.next() == witness.stamp("a"))
    }

    @Test func `each poll that finds the file as it was is observed, but is no change`() throws {
        let directory = TemporaryDirectory()
        try directory.write("a", "one")
        let (loop, clock) = (try EventLoop(), ManualScheduler())
        let watcher = try PathWatcher(on: loop, quiet: .milliseconds(5), clock: AnyScheduler(clock))
        var (observed, changes): ([PathEvent], [PathEvent]) = ([], [])
        let path = directory.path("a")
        let observing = watcher.observations(of: path, every: .seconds(3600)).sink { observed.append($0) }
        let watching = watcher.changes(of: path, every: .seconds(3600)).sink { changes.append($0) }
        try loop.settle()
        clock.advance(by: .milliseconds(5))
        let stamp = try #require(Stamp(of: path))
        clock.advance(by: .seconds(7200))
        #expect(observed == [.settled(stamp), .unchanged(stamp), .unchanged(stamp)])
        #expect(changes == [.settled(stamp)])
        unlink(path)
        try loop.settle()
        clock.advance(by: .milliseconds(5))
        #expect(observed.last == .vanished)
        clock.advance(by: .seconds(3600))
        #expect(observed.count == 4 && observed.last == .vanished)
        observing.cancel()
        watching.cancel()
    }

    @Test func `a path may be relative to the working directory`() throws {
        let witness = try PathWitness()
        let before = try #require(getcwd(nil, 0))
        defer {
            chdir(before)
            free(before)
        }
        chdir(witness.directory.path)
        let watcher = try PathWatcher(
            on: witness.loop, quiet: .milliseconds(5), clock: AnyScheduler(witness.clock))
        var events: [PathEvent] = []
        let subscription = watcher.changes(of: "b", every: nil).sink { events.append($0) }
        try witness.pass(.milliseconds(5))
        #expect(events == [.vanished])
        try witness.directory.write("b", "x")
        try witness.pass(.milliseconds(5))
        #expect(events.count == 2)
        #expect(events.last == witness.stamp("b"))
        subscription.cancel()
    }

    @Test func `a subscriber may cancel another one while both are being notified`() throws {
        let directory = TemporaryDirectory()
        let loop = try EventLoop()
        let watcher = try PathWatcher(on: loop)
        var subscriptions: [AnyCancellable] = []
        var count = 0
        for _ in 0..<3 {
            watcher.entries(of: directory.path).sink { event in
                guard event != .rescan else { return }
                count += 1
                subscriptions.removeAll()
            }.store(in: &subscriptions)
        }
        try loop.settle()
        try directory.write("a", "x")
        try loop.settle()
        #expect(count == 1)
    }

    @Test func `a cancelled subscription receives nothing, and all watches are removed`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a", every: .milliseconds(10))
        _ = try witness.next()
        witness.stop()
        try witness.directory.write("a", "two")
        try witness.nothing()
        #expect(try witness.loop.turn(timeout: .zero) == false)
    }

    @Test func `after lost events all paths are examined again`() throws {
        let witness = try PathWitness()
        try witness.directory.write("a", "one")
        witness.watch("a")
        _ = try witness.next()
        let limit = try #require(Int(Self.text(of: "/proc/sys/fs/inotify/max_queued_events")))
        for number in 0...(limit / 2 + 1) {
            close(open(witness.directory.path("noise\(number & 1)"), O_WRONLY | O_CREAT, 0o600))
        }
        try witness.directory.write("a", "two")
        #expect(try witness.next() == witness.stamp("a"))
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count).filter { $0 != 0x0A }, as: UTF8.self)
    }
}
