import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct SubscriptionTests {
    private let daemon: ScriptedDaemon
    private let connection: DaemonConnection

    init() throws {
        daemon = try ScriptedDaemon()
        connection = daemon.connection()
        daemon.on("Subscribe") { $0.stream(.event("subscribed", cursor: "a.0s")) }
    }

    /// The notices of a subscription as words, such as `added a.1`.
    private final class Notices {
        var words: [String] = []
        var end: Subscribers.Completion<AlmanacError>?
        var subscription: AnyCancellable?
    }

    private func subscribe(_ options: SubscriptionOptions = SubscriptionOptions()) -> Notices {
        let notices = Notices()
        notices.subscription = connection.changes(options).sink(
            receiveCompletion: { [unowned notices] in notices.end = $0 },
            receiveValue: { [unowned notices] in notices.words.append(SubscriptionTests.word($0)) })
        return notices
    }

    private static func word(_ notice: SubscriptionNotice) -> String {
        switch notice {
        case .connected(let beginning): beginning == .changes ? "resumes" : "connected"
        case .event(let event): "\(event.kind) \(event.cursor)"
        case .lost: "lost"
        case .cursorExpired(let cursor): "expired \(cursor)"
        }
    }

    private var calls: [JSON] { daemon.asked.filter { $0.method == "Subscribe" }.map(\.parameters) }

    @Test func `a subscription that is disconnected reconnects and resumes after the last event`() throws {
        let notices = subscribe(SubscriptionOptions(Selector(sources: ["metar@*"])))
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.change("added", 1))
        #expect(try daemon.turn { notices.words.last == "added a.1" })
        daemon.stop()
        #expect(try daemon.turn { notices.words.last == "lost" })
        try daemon.start()
        #expect(try daemon.turn { calls.count == 2 })
        try daemon.tell(.change("changed", 2))
        #expect(try daemon.turn { notices.words.last == "changed a.2" })
        let words = notices.words.filter { $0 != "lost" }
        #expect(words.prefix(3) == ["connected", "subscribed a.0s", "added a.1"])
        #expect(words.dropFirst(3) == ["resumes", "subscribed a.0s", "changed a.2"])
        #expect(calls[0] == ["selector": ["sources": ["metar@*"]], "snapshot": false])
        #expect(calls[1] == ["selector": ["sources": ["metar@*"]], "since": "a.1"])
    }

    @Test func `an event without its record ends the connection, which resumes before it`() throws {
        let notices = subscribe()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.change("added", 1))
        try daemon.tell(#"{"event": "changed", "cursor": "a.2", "source": "s", "realtimeUSec": 0}"#)
        #expect(try daemon.turn { calls.count == 2 })
        #expect(notices.words.contains("lost") && !notices.words.contains("changed a.2"))
        #expect(calls[1]["since"] == "a.1")
    }

    @Test func `an expired cursor is reported and replaced by a snapshot`() throws {
        daemon.on("Subscribe") { call in
            guard call.parameters["since"] != nil else { return }
            call.fail("io.almanac.CursorExpired", ["oldest": "a.7"])
        }
        let notices = subscribe(SubscriptionOptions(since: "a.1"))
        #expect(try daemon.turn { calls.count == 2 })
        #expect(notices.words == ["resumes", "expired a.1", "connected"])
        #expect(calls[1] == ["snapshot": true])
    }

    @Test func `a subscription that is disconnected within the snapshot starts over`() throws {
        let notices = subscribe(SubscriptionOptions(snapshot: true))
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.change("snapshot", 1))
        #expect(try daemon.turn { notices.words.last == "snapshot a.1" })
        daemon.subscribers[0].fail("io.almanac.TooSlow", ["cursor": "a.1"])
        #expect(try daemon.turn { calls.count == 2 })
        #expect(calls[1] == ["snapshot": true])
        #expect(notices.end == nil)
    }

    @Test func `a subscription that is disconnected after an overflow does not resume`() throws {
        let notices = subscribe(SubscriptionOptions(snapshot: true))
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.event("overflow", cursor: "a.7s"))
        #expect(try daemon.turn { notices.words.last == "overflow a.7s" })
        daemon.subscribers[0].fail("io.almanac.TooSlow", ["cursor": "a.7s"])
        #expect(try daemon.turn { calls.count == 2 })
        #expect(calls[1] == ["since": "a.7s"])
        #expect(notices.words.filter { $0 == "connected" }.count == 2 && !notices.words.contains("resumes"))
    }

    @Test func `a subscription that the daemon refuses fails`() throws {
        daemon.on("Subscribe") { $0.fail("io.almanac.TooManySubscribers", ["limit": 9]) }
        let notices = subscribe()
        #expect(try daemon.turn { notices.end != nil })
        #expect(notices.end == .failure(.tooManySubscribers(limit: 9)))
    }

    @Test func `a subscription waits for a daemon that is not running`() throws {
        daemon.stop()
        let notices = subscribe()
        #expect(notices.words == ["lost"])
        try daemon.start()
        #expect(try daemon.turn { notices.words.last == "subscribed a.0s" })
    }

    @Test func `events are read only on demand`() throws {
        let subscriber = SteppingSubscriber()
        connection.changes(SubscriptionOptions()).subscribe(subscriber)
        // For `connected` and `subscribed`.
        subscriber.subscription?.request(.max(2))
        #expect(try daemon.turn { subscriber.count == 2 })
        for number in 1...20_000 { try daemon.tell(.change("added", number)) }
        while try daemon.loop.turn(timeout: .zero) {}
        #expect(subscriber.count == 2)
        #expect(daemon.subscribers[0].unsent > 0)
        subscriber.subscription?.request(.unlimited)
        #expect(try daemon.turn { subscriber.count == 20_002 })
        subscriber.subscription?.cancel()
        #expect(try daemon.turn { daemon.subscribers.isEmpty })
    }

    @Test func `a subscription ends its connection when it is cancelled`() throws {
        let notices = subscribe()
        #expect(try daemon.turn { notices.words.count == 2 })
        notices.subscription = nil
        #expect(try daemon.turn { daemon.subscribers.isEmpty })
    }
}

/// Requests values only when a test does.
private final class SteppingSubscriber: Subscriber {
    private(set) var subscription: (any Subscription)?
    private(set) var count = 0

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ notice: SubscriptionNotice) -> Subscribers.Demand {
        count += 1
        return .none
    }

    func receive(completion: Subscribers.Completion<AlmanacError>) {}
}
