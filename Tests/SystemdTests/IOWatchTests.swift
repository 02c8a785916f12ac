import Glibc
import Systemd
import Testing

@Suite struct IOWatchTests {
    @Test func `a watch reports data until it is read`() throws {
        let (loop, pair) = (try EventLoop(), SocketHolder())
        var seen: [String] = []
        let watch = try loop.watch(pair.near, for: .reading) { ready in
            #expect(ready.contains(.reading))
            seen.append(pair.drain())
        }
        put(pair.far, "a")
        _ = try loop.turn(timeout: .zero)
        #expect(try loop.turn(timeout: .zero) == false)
        #expect(seen == ["a"])
        watch.cancel()
    }

    @Test func `a released watch reports nothing more`() throws {
        let (loop, pair) = (try EventLoop(), SocketHolder())
        var watch: IOWatch? = try loop.watch(pair.near, for: .reading) { _ in Issue.record("heard") }
        #expect(watch != nil)
        put(pair.far, "a")
        watch = nil
        #expect(try loop.turn(timeout: .zero) == false)
    }

    @Test func `a watch may be released by its own callback`() throws {
        let (loop, pair) = (try EventLoop(), SocketHolder())
        var count = 0
        var watch: IOWatch?
        watch = try loop.watch(pair.near, for: .reading) { _ in
            count += 1
            watch = nil
        }
        put(pair.far, "a")
        _ = try loop.turn(timeout: .zero)
        #expect(try loop.turn(timeout: .zero) == false)
        #expect(count == 1)
        #expect(watch == nil)
    }

    @Test func `a watch without events does not report a hang-up until it waits for writing`() throws {
        let loop = try EventLoop()
        var seen: Readiness = []
        let pair = SocketHolder()
        let watch = try loop.watch(pair.near, for: []) { seen = $0 }
        shutdown(pair.far, CInt(SHUT_RDWR))
        #expect(try loop.turn(timeout: .zero) == false)
        try watch.wait(for: .writing)
        _ = try loop.turn(timeout: .zero)
        #expect(seen.contains(.hangUp))
    }

    @Test func `a source with a higher priority is served first`() throws {
        let loop = try EventLoop()
        let (late, soon) = (SocketHolder(), SocketHolder())
        var seen: [String] = []
        let watches = [
            try loop.watch(late.near, for: .reading, priority: .low) { _ in seen.append(late.drain()) },
            try loop.watch(soon.near, for: .reading, priority: .high) { _ in seen.append(soon.drain()) },
        ]
        put(late.far, "late")
        put(soon.far, "soon")
        while try loop.turn(timeout: .zero) {}
        #expect(seen == ["soon", "late"])
        #expect(watches.count == 2)
    }

    @Test func `a regular file cannot be watched, and the error names the call`() throws {
        let (loop, directory) = (try EventLoop(), TemporaryDirectory())
        let file = try FileDescriptor(opening: directory.path("plain"), O_RDWR | O_CREAT)
        let error = #expect(throws: SystemError.self) { try loop.watch(file.raw, for: .reading) { _ in } }
        #expect(error?.description == "sd_event_add_io descriptor \(file.raw): Operation not permitted")
    }

    @Test func `a watch released in its own callback does not affect the next one with the same number`()
        throws
    {
        let (loop, pair) = (try EventLoop(), SocketHolder())
        let number = dup(pair.near)
        defer { close(number) }
        var watch: IOWatch?
        var heard = 0
        watch = try loop.watch(number, for: .reading) { _ in
            watch = nil
            // The number now belongs to another socket, as when a library closes one and opens the next.
            dup2(pair.near, number)
            watch = try? loop.watch(number, for: .writing) { _ in heard += 1 }
        }
        put(pair.far, "x")
        _ = try loop.turn(timeout: .zero)
        try watch?.wait(for: [.reading, .writing])
        _ = try loop.turn(timeout: .zero)
        #expect(heard == 1)
    }

    @Test func `a descriptor that its owner closed too early is an error, not a trap`() throws {
        let (loop, pair) = (try EventLoop(), SocketHolder())
        let number = dup(pair.near)
        let watch = try loop.watch(number, for: .reading) { _ in }
        close(number)
        let error = #expect(throws: SystemError.self) { try watch.wait(for: .writing) }
        #expect(error?.code == EBADF)
    }
}
