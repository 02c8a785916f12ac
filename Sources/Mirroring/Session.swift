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
    /// The number of bytes after which no further event is read ahead.
    private static let mostBytes = 4 << 20
    /// The interval of the other almanac's heartbeats.
    private static let heartbeat = Duration.seconds(60)

    unowned let link: HubLink
    /// The identity of the other almanac.
    private(set) var identity = ""
    /// Whether the mirror was complete once.
    var isReady = false
    /// The stored state of the link, with the cursor of the last stored event.
    var stored = RequestState(identity: "")
    /// The progress of a snapshot; `nil` while changes are followed.
    var snapshot: SnapshotProgress?
    private(set) var queue: [MirrorEvent] = []
    /// The approximate number of bytes in the queue.
    private var queued = 0
    /// Whether the next event has been requested.
    private var isReading = false
    /// Whether an event is being handled.
    var isBusy = false
    private(set) var isOver = false
    /// Sources of which events arrived, but that the other almanac did not list.
    private var unlisted: Set<SourceName> = []
    /// The greatest number of these; events of further ones are ignored until the sources are listed again.
    private static let mostUnlisted = 1000
    private var client: Client?
    private var inlet: ReplyInlet?
    private var work: Set<AnyCancellable> = []
    private var heard = LoopTime(microseconds: 0)
    private var watching: AnyCancellable?

    init(_ link: HubLink) { self.link = link }

    /// Connects, and continues after the stored cursor.
    func start(_ stored: RequestState) {
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
    func close() {
        isOver = true
        work = []
        watching = nil
        inlet.take()?.cancel()
        client.take()?.close()
        queue = []
        queued = 0
    }

    /// Adds an event after those that have arrived.
    func enqueue(_ event: MirrorEvent) {
        queue.append(event)
        queued += event.size
        pump()
    }

    /// Removes handled events, which makes room for others.
    func drop(_ count: Int) {
        let handled = queue.prefix(count)
        queued -= handled.reduce(0) { $0 + $1.size }
        queue.removeFirst(handled.count)
        readOn()
    }

    /// Requests the next event, if there is room for it.
    private func readOn() {
        guard !isReading, queue.count < Session.window, queued < Session.mostBytes else { return }
        isReading = true
        inlet?.request(.max(1))
    }

    /// Whether events of a source are ignored because it is not listed.
    func isUnlisted(_ name: SourceName) -> Bool {
        unlisted.contains(name) || unlisted.count >= Session.mostUnlisted
    }

    /// Records that a source of which an event arrived is not listed.
    func recordUnlisted(_ name: SourceName) { unlisted.insert(name) }

    /// Reports that the connection cannot be used any more.
    func fail(_ failure: FetchFailure) {
        guard !isOver else { return }
        link.lose(failure)
    }

    private func greet(_ client: Client) {
        let hub = link.hub
        hub.answer(to: "GetStatus", on: client).flatMap { [link] status in
            hub.answer(to: "ListSources", ["selector": link.rule.sources], on: client).map { (status, $0) }
        }.sink { [weak self] completion in
            if case .failure(let failure) = completion { self?.fail(failure) }
        } receiveValue: { [weak self] status, list in
            self?.accept(status, list)
        }.store(in: &work)
    }

    private func accept(_ status: JSON, _ list: JSON) {
        identity = status["identity"]?.string ?? ""
        guard !identity.isEmpty else {
            return fail(FetchFailure(.shape, "the other almanac is too old: it states no identity"))
        }
        // A source that is new here has records that the changes after a cursor do not contain.
        guard let new = link.accept(list, from: identity) else { return }
        if new.contains(where: { $0.hasRecords }) { stored.cursor = nil }
        subscribe()
    }

    private func subscribe() {
        guard let client, !isOver else { return }
        snapshot = stored.cursor == nil ? SnapshotProgress() : nil
        if snapshot != nil { link.unusable = UnusableEvents() }
        let inlet = ReplyInlet { [weak self] in
            self?.receive($0)
        } end: { [weak self] in
            self?.handleEnd($0)
        }
        self.inlet = inlet
        let parameters = JSON.members([
            "selector": link.rule.json, "since": stored.cursor.map(JSON.string),
            "snapshot": stored.cursor == nil ? true : nil,
            "heartbeatUSec": .int(Session.heartbeat.microseconds),
        ])
        client.call("io.almanac.Subscribe", parameters, more: true).subscribe(inlet)
        isReading = false
        readOn()
        watch(for: link.hub.timeout)
    }

    private func receive(_ reply: Reply) {
        isReading = false
        let event = MirrorEvent(reply.parameters, within: link.rule.selector)
        // Signs of life do not complete a mirror.
        if isReady || event.isProgress { heard = link.hub.clock.now }
        enqueue(event)
        readOn()
    }

    private func handleEnd(_ error: VarlinkError?) {
        guard !isOver else { return }
        // A call without a cursor must not be repeated: the hub would refuse it again.
        if case .service(let answer)? = error, stored.cursor != nil, answer.refusesCursor {
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

nonisolated extension ServiceError {
    /// Whether a cursor is too old, or none of the other almanac's.
    fileprivate var refusesCursor: Bool {
        name.hasSuffix(".CursorExpired")
            || name.hasSuffix(".InvalidParameter") && parameters["parameter"] == "since"
    }
}
