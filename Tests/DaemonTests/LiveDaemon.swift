import Daemon
import Definitions
import Glibc
import Reactive
import Records
import Refreshing
import Systemd
import TestDaemon
import TestDocuments
import Testing
import Varlink

/// A daemon in a folder of its own, with a client; the test turns the loop.
final class LiveDaemon {
    /// The time after which a condition that does not hold fails a test instead of blocking it for ever; no
    /// test reaches it, even on a machine with many times more work than cores.
    private static let limit: Duration = .seconds(300)

    let folder: Folder
    let loop: EventLoop
    private let clock: ManualScheduler
    private var almanac: AlmanacDaemon?
    private var holds: Set<AnyCancellable> = []
    private var pauses = Pauses()

    /// Starts a daemon on the contents of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder of the daemon.
    ///   - loop: The loop to run on; `nil` for a new one.
    ///   - clock: The daemon's clock, which `turn` advances a little whenever the loop is idle.
    ///   - isOrdinary: Whether its clients have no privileges.
    ///   - passed: The descriptors from the service manager.
    /// - Throws: When the daemon cannot start.
    init(
        _ folder: Folder, on loop: EventLoop? = nil, clock: ManualScheduler = ManualScheduler(),
        isOrdinary: Bool = false, passed: [PassedDescriptor] = []
    ) throws {
        self.folder = folder
        self.clock = clock
        let loop = try loop ?? EventLoop()
        self.loop = loop
        let path = folder.path
        for name in ["etc/sources.d", "run", "lib/sources.d"] { folder.makeFolder(path + "/" + name) }
        let almanac = try AlmanacDaemon(
            Directories(
                configuration: path + "/etc", state: path + "/state", run: path + "/run",
                library: path + "/lib"),
            on: loop, clocks: LiveDaemon.clocks(clock, in: folder),
            rights: isOrdinary ? Rights(users: []) : Rights())
        self.almanac = almanac
        var answer: Result<Void, any Error>?
        almanac.start(on: passed) { answer = $0 }
        try turn(until: { answer != nil })
        try answer?.get()
    }

    /// Ends the threads of a daemon that the test has not shut down: each question whether they are busy is about
    /// all of the process.
    isolated deinit { end() }

    /// The number of bytes not yet sent to clients.
    var unsent: Int { almanac?.sockets.unsent ?? 0 }

    /// The line that `systemctl status` shows.
    var status: String { almanac?.status ?? "" }

    /// Shuts the daemon down in order.
    func end() {
        almanac?.stop()
        almanac = nil
    }

    /// Turns the loop until a condition holds.
    ///
    /// - Throws: `NotSo` if it does not hold within `limit`.
    func turn(until isDone: () throws -> Bool) throws {
        let deadline = loop.now + Self.limit
        while try !holds(isDone) {
            guard loop.now < deadline else { throw NotSo() }
            try turn()
        }
    }

    /// Whether a condition holds; the calls that it makes are no reason for short steps of the clock.
    private func holds(_ isDone: () throws -> Bool) rethrows -> Bool {
        let before = pauses
        defer { pauses = before }
        return try isDone()
    }

    /// Serves what is ready, and advances the clock as soon as neither the loop nor a worker has anything to
    /// do: time does not pass while a busy machine delays a worker.
    private func turn() throws {
        for _ in 0..<100 {
            guard try isIdle() else {
                pauses.restart()
                continue
            }
            return pauses.pass(on: clock)
        }
    }

    /// Serves what is ready, or waits a little for a busy worker.
    ///
    /// - Returns: Whether there was nothing of both.
    private func isIdle() throws -> Bool {
        if try loop.turn(timeout: .zero) { return false }
        if WorkerThreads.areBusy {
            _ = try loop.turn(timeout: .milliseconds(1))
            return false
        }
        // A worker that is no longer busy has announced its result.
        return try !loop.turn(timeout: pauses.patience)
    }

    /// Returns clocks of which the wall clock continues where the last daemon of the folder ended; the random
    /// numbers are the same in each run.
    private static func clocks(_ clock: ManualScheduler, in folder: Folder) -> Clocks {
        let (start, then) = (clock.now, folder.wall)
        let random = RandomNumbers(SeededGenerator(seed: 1))
        return Clocks(scheduler: AnyScheduler(clock), random: random) {
            folder.wall = then + (clock.now - start)
            return folder.wall + folder.clockError
        }
    }

    /// Turns the loop until the daemon stops it.
    ///
    /// - Throws: `NotSo` if it does not stop within `limit`.
    func turnUntilEnded() throws {
        let deadline = loop.now + Self.limit
        while loop.isTurning {
            guard loop.now < deadline else { throw NotSo() }
            try turn()
        }
    }

    /// The path of the Varlink socket.
    var socketPath: String { folder.path + "/run/io.almanac" }

    /// Returns a client with a new connection.
    func client() throws -> Client { try Client(path: socketPath, on: loop) }

    /// Calls a method and returns its reply.
    func call(_ method: String, _ parameters: JSON = .object([]), more: Bool = false) throws -> JSON {
        let result = try answer(to: method, parameters, more: more)
        // The daemon serves the end of the connection before the caller goes on.
        var turns = 0
        while turns < 10, try loop.turn(timeout: .zero) { turns += 1 }
        return try result.get()
    }

    private func answer(
        to method: String, _ parameters: JSON, more: Bool
    ) throws -> Result<JSON, VarlinkError> {
        let client = try client()
        var answer: Result<JSON, VarlinkError>?
        let hold = client.call("io.almanac." + method, parameters, more: more).sink {
            if case .failure(let error) = $0 { answer = .failure(error) }
        } receiveValue: {
            answer = .success($0.parameters)
        }
        defer { hold.cancel() }
        try turn(until: { answer != nil })
        return answer ?? .success(.null)
    }

    /// Returns the error of a call, which must fail; `nil` if the connection failed instead.
    func refusal(of method: String, _ parameters: JSON = .object([]), more: Bool = false) -> ServiceError? {
        let error = #expect(throws: VarlinkError.self) { try call(method, parameters, more: more) }
        guard case .service(let refusal) = error else { return nil }
        return refusal
    }

    /// Subscribes and collects the events.
    func subscribe(_ parameters: JSON = .object([])) throws -> Heard {
        let client = try client()
        let heard = Heard(client)
        client.call("io.almanac.Subscribe", parameters, more: true).sink {
            if case .failure(let error) = $0 { heard.failure = error }
        } receiveValue: {
            heard.events.append($0.parameters)
        }.store(in: &holds)
        return heard
    }

    /// Returns the state of a source.
    func runtime(of source: String) throws -> JSON? {
        let list = try call("ListSources", ["selector": ["sources": [.string(source)]]])
        return list["sources"]?.array?.first?["runtime"]
    }

    /// Turns the loop until a source has this health.
    func turn(until source: String, is health: String) throws {
        try turn(until: { try runtime(of: source)?["health"]?.string == health })
    }
}

/// The events that a subscriber received.
final class Heard {
    let client: Client
    var events: [JSON] = []
    /// The error that ended the subscription; `nil` while it continues.
    var failure: VarlinkError?

    init(_ client: Client) { self.client = client }

    /// `event key` of all events about records, in order.
    var records: [String] {
        events.compactMap { event in
            event["key"]?.string.map { "\(event["event"]?.string ?? "") \($0)" }
        }
    }

    func has(_ name: String) -> Bool { events.contains { $0["event"]?.string == name } }

    /// The cursor of the last event.
    var cursor: String { events.last?["cursor"]?.string ?? "" }
}

/// A condition did not hold within `LiveDaemon.limit`.
struct NotSo: Error {}
