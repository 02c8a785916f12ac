import AlmanacAsync
import AlmanacClient
import AlmanacValues
import Glibc
import Records
import Synchronization
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite("Changes on a thread, in real time", .serialized) struct ChangesTests {
    private let daemon: ScriptedDaemon
    private let almanac: Almanac

    init() throws {
        daemon = try ScriptedDaemon()
        almanac = Almanac(socket: daemon.socket)
        daemon.on("Subscribe") { $0.stream(.event("subscribed", cursor: "a.0s")) }
    }

    /// The events that a task has read, as words such as `added a.1`, and its end.
    private nonisolated final class Reading: Sendable {
        private struct State {
            var words: [String] = []
            var error: AlmanacError?
            var isOver = false
        }

        private let state = Mutex(State())

        var words: [String] { state.withLock { $0.words } }
        var error: AlmanacError? { state.withLock { $0.error } }
        var isOver: Bool { state.withLock { $0.isOver } }

        /// Reads until the end; if a gate is given, only while it is open after the first event.
        @concurrent
        func read(_ changes: Changes, gate: Gate? = nil) async {
            do throws(AlmanacError) {
                for try await event in changes {
                    state.withLock { $0.words.append("\(event.kind) \(event.cursor)") }
                    while let gate, !gate.isOpen { await Task.yield() }
                }
            } catch {
                state.withLock { $0.error = error }
            }
            state.withLock { $0.isOver = true }
        }
    }

    /// Open once and for all after `open`.
    private nonisolated final class Gate: Sendable {
        private let state = Mutex(false)
        var isOpen: Bool { state.withLock { $0 } }
        func open() { state.withLock { $0 = true } }
    }

    private var calls: [JSON] { daemon.asked.filter { $0.method == "Subscribe" }.map(\.parameters) }

    @Test func `changes arrive without an event loop`() async throws {
        let reading = Reading()
        let changes = almanac.changes(of: "metar@*/KPWM", "taf@*")
        let task = Task.detached(executorPreference: OwnThread()) { await reading.read(changes) }
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.event("ready", cursor: "a.0"))
        try daemon.tell(.change("added", 1))
        try daemon.tell(.change("added", 2, key: "KBOS"))
        try daemon.tell(.event("heartbeat", cursor: "a.2"))
        try daemon.tell(.change("removed", 3, source: "taf@KBOS", key: "KBOS"))
        #expect(try daemon.turn { reading.words.count == 2 })
        #expect(reading.words == ["added a.1", "removed a.3"])
        #expect(calls == [["selector": ["sources": ["metar@*", "taf@*"]], "snapshot": false]])
        task.cancel()
        await task.value
        #expect(reading.error == nil)
    }

    @Test func `a sequence that is disconnected resumes after the last event`() async throws {
        let reading = Reading()
        let changes = almanac.changes()
        let task = Task.detached(executorPreference: OwnThread()) { await reading.read(changes) }
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.change("added", 1))
        #expect(try daemon.turn { reading.words.count == 1 })
        daemon.stop()
        try daemon.start()
        #expect(try daemon.turn { calls.count == 2 })
        #expect(calls[1] == ["since": "a.1"])
        try daemon.tell(.change("changed", 2))
        #expect(try daemon.turn { reading.words.count == 2 })
        #expect(reading.words == ["added a.1", "changed a.2"])
        task.cancel()
        await task.value
    }

    @Test func `an expired cursor is followed by an overflow and a snapshot`() async throws {
        daemon.on("Subscribe") { call in
            guard call.parameters["since"] == nil else {
                return call.fail("io.almanac.CursorExpired", ["oldest": "a.7"])
            }
            call.stream(.event("subscribed", cursor: "a.9s"))
            call.stream(.change("snapshot", 9))
            call.stream(.event("ready", cursor: "a.9"))
        }
        let reading = Reading()
        let changes = almanac.changes(since: "a.1")
        let task = Task.detached(executorPreference: OwnThread()) { await reading.read(changes) }
        #expect(try daemon.turn { reading.words.count == 3 })
        #expect(reading.words == ["overflow a.1", "snapshot a.9", "ready a.9"])
        task.cancel()
        await task.value
    }

    @Test func `a slow reader leaves the events in the socket and loses none`() async throws {
        let reading = Reading()
        let gate = Gate()
        let changes = almanac.changes()
        let task = Task.detached(executorPreference: OwnThread()) { await reading.read(changes, gate: gate) }
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        for number in 1...20_000 { try daemon.tell(.change("added", number)) }
        #expect(try daemon.turn { reading.words.count == 1 })
        while try daemon.loop.turn(timeout: .zero) {}
        #expect(daemon.subscribers[0].unsent > 0)
        gate.open()
        #expect(try daemon.turn { reading.words.count == 20_000 })
        #expect(reading.words == (1...20_000).map { "added a.\($0)" })
        task.cancel()
        await task.value
    }

    /// In a separate process, because other tests open descriptors meanwhile.
    @Test func `a cancelled task ends the thread and closes the socket`() async {
        await #expect(processExitsWith: .success) {
            let before = await ChangesTests.descriptors
            try await ChangesTests().cancel(100)
            try #require(await ChangesTests.threads == 0)
            try #require(await ChangesTests.descriptors < before + 50)
        }
    }

    /// Reads changes in a task and cancels it, this number of times.
    private func cancel(_ count: Int) async throws {
        for _ in 0..<count {
            let reading = Reading()
            let changes = almanac.changes()
            let task = Task.detached(executorPreference: OwnThread()) { await reading.read(changes) }
            try #require(try daemon.turn { !daemon.subscribers.isEmpty })
            task.cancel()
            await task.value
            try #require(reading.isOver && reading.error == nil)
            try #require(try daemon.turn { daemon.subscribers.isEmpty })
        }
    }

    @Test func `leaving the loop ends the thread and closes the socket`() async throws {
        let changes = almanac.changes()
        let task = Task.detached(executorPreference: OwnThread()) {
            for try await event in changes { return event.cursor }
            return ""
        }
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.change("added", 1))
        #expect(try daemon.turn { daemon.subscribers.isEmpty })
        #expect(try await task.value == "a.1")
        #expect(ChangesTests.threads == 0)
    }

    @Test func `without a daemon, the sequence fails at the start`() async throws {
        daemon.stop()
        await #expect(throws: AlmanacError.self) {
            for try await _ in almanac.changes() {}
        }
    }

    @Test func `a refused subscription fails, after the events before it`() async throws {
        daemon.on("Subscribe") { call in
            call.stream(.change("added", 1))
            call.fail("io.almanac.TooManySubscribers", ["limit": 9])
        }
        let reading = Reading()
        let changes = almanac.changes()
        let task = Task.detached(executorPreference: OwnThread()) { await reading.read(changes) }
        #expect(try daemon.turn { reading.isOver })
        await task.value
        #expect(reading.words == ["added a.1"])
        #expect(reading.error == .tooManySubscribers(limit: 9))
    }

    /// The number of open descriptors of this process.
    private static var descriptors: Int { names("/proc/self/fd").count }

    /// The number of threads that read changes.
    private static var threads: Int {
        names("/proc/self/task").count { name in
            File.read("/proc/self/task/\(name)/comm") == Array("almanac-changes\n".utf8)
        }
    }

    private static func names(_ directory: String) -> [String] {
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
