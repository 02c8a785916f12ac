import Definitions
import Fetching
import Reactive
import Records
import Refreshing
import Storing
import Systemd
import Varlink

/// One connection of a link: greets the other almanac, subscribes, and stores what arrives.
///
/// Events are read on demand; those that arrive while a batch is being stored form the next one.
final class Session {
    /// The greatest number of events that are read ahead.
    private static let window = 512
    /// The interval of the other almanac's heartbeats.
    private static let heartbeat = Duration.seconds(60)

    unowned let link: Link
    /// The identity of the other almanac.
    private(set) var identity = ""
    /// Whether the mirror was complete once.
    var isReady = false
    /// The stored state of the link, with the cursor of the last stored event.
    var stored = RequestState(identity: "")
    /// The progress of a snapshot; `nil` while changes are followed.
    var snapshot: SnapshotProgress?
    private(set) var queue: [MirrorEvent] = []
    /// Whether an event is being handled.
    var isBusy = false
    private(set) var isOver = false
    /// Sources of which events arrived, but that the other almanac did not list.
    var unlisted: Set<SourceName> = []
    private var client: Client?
    private var inlet: EventInlet?
    private var work: Set<AnyCancellable> = []
    private var heard = LoopTime(microseconds: 0)
    private var watching: AnyCancellable?

    init(_ link: Link) { self.link = link }

    /// Connects, and continues after the stored cursor.
    func begin(_ stored: RequestState) {
        self.stored = stored
        do throws(FetchFailure) {
            let client = try link.hub.connect()
            self.client = client
            greet(client)
        } catch {
            link.lose(error)
        }
    }

    /// Closes the connection; nothing that arrives later has an effect.
    func end() {
        isOver = true
        work = []
        watching = nil
        inlet.take()?.cancel()
        client.take()?.close()
        queue = []
    }

    /// Adds an event after those that have arrived.
    func enqueue(_ event: MirrorEvent) {
        queue.append(event)
        pump()
    }

    /// Removes handled events, which makes room for others.
    func drop(_ count: Int) {
        queue.removeFirst(min(count, queue.count))
        inlet?.request(.max(count))
    }

    /// Reports that the connection cannot be used any more.
    func fail(_ failure: FetchFailure) {
        guard !isOver else { return }
        link.lose(failure)
    }

    private func greet(_ client: Client) {
        let hub = link.hub
        hub.answer(to: "GetStatus", on: client).flatMap { [link] status in
            hub.answer(to: "ListSources", ["selector": link.selector], on: client).map { (status, $0) }
        }.sink { [weak self] completion in
            if case .failure(let failure) = completion { self?.fail(failure) }
        } receiveValue: { [weak self] status, list in
            self?.take(status, list)
        }.store(in: &work)
    }

    private func take(_ status: JSON, _ list: JSON) {
        identity = status["identity"]?.string ?? ""
        guard !identity.isEmpty else {
            return fail(FetchFailure(.shape, "the other almanac is too old: it states no identity"))
        }
        // A source that is new here has records that the changes after a cursor do not contain.
        guard let new = link.take(list, from: identity) else { return }
        if new.contains(where: { $0.hasRecords }) { stored.cursor = nil }
        subscribe()
    }

    private func subscribe() {
        guard let client, !isOver else { return }
        snapshot = stored.cursor == nil ? SnapshotProgress() : nil
        let inlet = EventInlet { [weak self] in
            self?.receive($0)
        } end: { [weak self] in
            self?.end($0)
        }
        self.inlet = inlet
        let parameters = JSON.members([
            "selector": link.selector, "since": stored.cursor.map(JSON.string),
            "snapshot": stored.cursor == nil ? true : nil,
            "heartbeatUSec": .int(Session.heartbeat.microseconds),
        ])
        client.call("io.almanac.Subscribe", parameters, more: true).subscribe(inlet)
        inlet.request(.max(Session.window))
        watch(for: link.hub.timeout)
    }

    private func receive(_ reply: Reply) {
        heard = link.hub.clock.now
        queue.append(MirrorEvent(reply.parameters))
        pump()
    }

    private func end(_ error: VarlinkError?) {
        guard !isOver else { return }
        if case .service(let answer)? = error, answer.name.hasSuffix(".CursorExpired") {
            stored.cursor = nil
            return subscribe()
        }
        fail(
            error.map(FetchFailure.init(hub:))
                ?? FetchFailure(.connect, "the other almanac ended the subscription"))
    }

    /// Ends a connection over which nothing arrives any more.
    private func watch(for time: Duration) {
        let clock = link.hub.clock
        heard = clock.now
        watchOn(time)
    }

    private func watchOn(_ time: Duration) {
        let clock = link.hub.clock
        let limit = max(time, Session.heartbeat * 2.5)
        watching = clock.after(max(.zero, heard + limit - clock.now), slack: .seconds(5)) { [weak self] in
            guard let self, !isOver else { return }
            // Events that wait to be stored were received.
            if clock.now - heard < limit || !queue.isEmpty { return watchOn(time) }
            fail(.silence(limit))
        }
    }
}
