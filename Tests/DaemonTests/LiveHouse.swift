import Daemon
import Glibc
import Reactive
import Records
import Systemd
import Testing
import Varlink

/// An almanac in a folder of its own, with a client, turned by the test.
final class LiveHouse {
    let folder: Folder
    let loop: EventLoop
    private let clock: ManualScheduler?
    private var almanac: Almanac?
    private var holds: Set<AnyCancellable> = []

    /// Starts an almanac on what lies in the folder.
    ///
    /// - Parameters:
    ///   - folder: Where all of it lies.
    ///   - loop: The loop that it turns on; `nil` for one of its own.
    ///   - clock: What tells it the time, moved on a little whenever the loop has nothing to do; `nil` for the loop.
    /// - Throws: When it cannot begin.
    init(_ folder: Folder, on loop: EventLoop? = nil, clock: ManualScheduler? = nil) throws {
        (self.folder, self.clock) = (folder, clock)
        let loop = try loop ?? EventLoop()
        self.loop = loop
        let path = folder.path
        for name in ["etc/sources.d", "run", "lib/sources.d"] { folder.makeFolder(path + "/" + name) }
        let almanac = try Almanac(
            Directories(
                configuration: path + "/etc", state: path + "/state", run: path + "/run",
                library: path + "/lib"),
            on: loop, clocks: clock.map(LiveHouse.clocks))
        self.almanac = almanac
        var answer: Result<Void, any Error>?
        almanac.begin(on: []) { answer = $0 }
        try turn(until: { answer != nil })
        try answer?.get()
    }

    /// Ends the almanac in good order.
    func end() {
        almanac?.end()
        almanac = nil
    }

    /// Turns the loop until something is so.
    ///
    /// - Throws: When it is not within 10 s.
    func turn(until isDone: () -> Bool) throws {
        let deadline = loop.now + .seconds(10)
        while !isDone() {
            guard loop.now < deadline else { throw NotSo() }
            try turn(atMost: .milliseconds(100))
        }
    }

    private func turn(atMost time: Duration) throws {
        guard let clock else { return _ = try loop.turn(timeout: time) }
        for _ in 0..<100 where try !loop.turn(timeout: .milliseconds(5)) {
            return clock.advance(by: .milliseconds(10))
        }
    }

    /// The wall clock goes with the other from a moment in 2027 on.
    private static func clocks(_ clock: ManualScheduler) -> Clocks {
        let (start, then) = (clock.now, UTC(seconds: 1_800_000_000))
        return Clocks(scheduler: AnyScheduler(clock)) { then + (clock.now - start) }
    }

    /// Turns the loop until the almanac ends it.
    ///
    /// - Throws: When it does not within 10 s.
    func turnUntilEnded() throws {
        let deadline = loop.now + .seconds(10)
        while loop.isTurning {
            guard loop.now < deadline else { throw NotSo() }
            _ = try loop.turn(timeout: .milliseconds(100))
        }
    }

    /// Where it serves.
    var door: String { folder.path + "/run/io.almanac" }

    /// A new connection.
    func client() throws -> Client { try Client(path: door, on: loop) }

    /// One answer.
    func call(_ method: String, _ parameters: JSON = .object([]), more: Bool = false) throws -> JSON {
        let client = try client()
        var (answer, failure): (JSON?, VarlinkError?)
        let hold = client.call("io.almanac." + method, parameters, more: more).sink {
            if case .failure(let error) = $0 { failure = error }
        } receiveValue: {
            answer = $0.parameters
        }
        try turn(until: { answer != nil || failure != nil })
        hold.cancel()
        if let failure { throw failure }
        return answer ?? .null
    }

    /// Why a call is refused, as it must be; `nil` when the connection failed instead.
    func refusal(of method: String, _ parameters: JSON = .object([]), more: Bool = false) -> ServiceError? {
        let error = #expect(throws: VarlinkError.self) { try call(method, parameters, more: more) }
        guard case .service(let refusal) = error else { return nil }
        return refusal
    }

    /// The events of a subscription, as they come.
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

    /// How a source is doing.
    func runtime(of source: String) throws -> JSON? {
        let list = try call("ListSources", ["selector": ["sources": [.string(source)]]])
        return list["sources"]?.array?.first?["runtime"]
    }

    /// Turns until a source is doing so.
    func turn(until source: String, is health: String) throws {
        let deadline = loop.now + .seconds(10)
        while try runtime(of: source)?["health"]?.string != health {
            guard loop.now < deadline else { throw NotSo() }
            try turn(atMost: .milliseconds(20))
        }
    }
}

/// What a subscriber heard.
final class Heard {
    let client: Client
    var events: [JSON] = []
    /// Why it hears no more; `nil` while it does.
    var failure: VarlinkError?

    init(_ client: Client) { self.client = client }

    /// `event key` of all events that are of a record, in order.
    var records: [String] {
        events.compactMap { event in
            event["key"]?.string.map { "\(event["event"]?.string ?? "") \($0)" }
        }
    }

    func has(_ name: String) -> Bool { events.contains { $0["event"]?.string == name } }

    /// The cursor of the last event.
    var cursor: String { events.last?["cursor"]?.string ?? "" }
}

/// Something did not become so in time.
struct NotSo: Error {}
