import Glibc
import Systemd
import Testing

@Suite struct IOWatchTests {
    @Test func `a watch tells when there is something to read, until it is read`() throws {
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

    @Test func `a watch that is let go hears nothing more`() throws {
        let (loop, pair) = (try EventLoop(), SocketHolder())
        var watch: IOWatch? = try loop.watch(pair.near, for: .reading) { _ in Issue.record("heard") }
        #expect(watch != nil)
        put(pair.far, "a")
        watch = nil
        #expect(try loop.turn(timeout: .zero) == false)
    }

    @Test func `a watch may be let go by its own callback`() throws {
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

    @Test func `a watch for nothing does not even hear a hang-up, and then for writing does`() throws {
        let loop = try EventLoop()
        var seen: Readiness = []
        let pair = SocketHolder()
        let watch = try loop.watch(pair.near, for: []) { seen = $0 }
        shutdown(pair.far, CInt(SHUT_RDWR))
        #expect(try loop.turn(timeout: .zero) == false)
        watch.events = .writing
        _ = try loop.turn(timeout: .zero)
        #expect(seen.contains(.hangUp))
    }

    @Test func `what has a higher priority is served first`() throws {
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

    @Test func `a plain file cannot be watched, and the error says which call refused`() throws {
        let (loop, directory) = (try EventLoop(), TemporaryDirectory())
        let file = try FileDescriptor(opening: directory.path("plain"), O_RDWR | O_CREAT)
        let error = #expect(throws: SystemError.self) { try loop.watch(file.raw, for: .reading) { _ in } }
        #expect(error?.description == "sd_event_add_io descriptor \(file.raw): Operation not permitted")
    }
}
