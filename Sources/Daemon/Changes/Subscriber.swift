import Reactive
import Records
import Storing
import Systemd
import Varlink

/// One reader of changes: its starting state from the store, what it missed from the log, then the live end.
///
/// It is a position. Pages are read as the socket drains, so that a slow reader costs no memory; one that falls
/// behind the live end is served from the log again until it has caught up.
final class Subscriber {
    private let channel: Channel
    private let identity: Audience.Identity
    private let archive: Archive
    private let broadcast: Broadcast
    private let sources: () -> [String]
    private let wants: (String) -> Bool
    private let wall: () -> UTC
    /// The last change that it was sent, or that does not concern it.
    private var number: Int64
    /// The number at which its starting state is complete; `nil` once it was told so.
    private var readyAt: Int64?
    private var waiting: AnyCancellable?
    private var ticking: AnyCancellable?

    /// - Parameters:
    ///   - channel: Where to.
    ///   - identity: What, and how.
    ///   - number: The last change that it has seen.
    ///   - archive: The store.
    ///   - broadcast: The live end.
    ///   - all: The sources, as selectors see them.
    ///   - wall: The wall clock.
    init(
        _ channel: Channel, _ identity: Audience.Identity, after number: Int64, archive: Archive,
        broadcast: Broadcast, sources all: Sources, wall: @escaping () -> UTC
    ) {
        (self.channel, self.identity, self.number) = (channel, identity, number)
        (self.archive, self.broadcast, self.wall) = (archive, broadcast, wall)
        sources = { all.names(wantedBy: identity.selector) }
        wants = { all.isWanted($0, by: identity.selector) }
    }

    /// Sends all that there is, then what changes.
    func beginWithSnapshot() {
        send(Event.subscribed(unfinished, at: wall()))
        sendPage(of: sources(), after: nil)
    }

    /// Sends what was missed, then what changes.
    func resume() {
        send(Event.subscribed(cursor, at: wall()))
        readyAt = broadcast.end
        replay()
    }

    /// Sends some events as the starting state, then what changes.
    func begin(with events: [[UInt8]]) {
        send(Event.subscribed(cursor, at: wall()))
        for event in events { send(event) }
        readyAt = number
        replay()
    }

    /// Sends that nothing happened, every so often.
    func beat(every interval: Duration, on scheduler: AnyScheduler) {
        ticking = scheduler.timer(every: interval, slack: interval / 10).sink { [weak self] _ in
            guard let self else { return }
            send(Event.heartbeat(cursor, at: wall()))
        }
    }

    private var cursor: Cursor { Cursor(epoch: broadcast.epoch, number: number) }

    /// The cursor of a reader that has not seen the whole starting state.
    private var unfinished: Cursor { Cursor(epoch: broadcast.epoch, number: number, startsOver: true) }

    private func send(_ event: [UInt8]) { channel.send(identity.form.frame(event)) }

    private func sendPage(of sources: [String], after place: Archive.Place?) {
        archive.snapshot(of: sources, after: place, until: number) { [weak self] result in
            guard let self, let page = take(result) else { return }
            for stored in page where identity.selector.matches(stored.record) {
                send(Event.snapshot(stored, unfinished))
            }
            guard let last = page.last else {
                readyAt = broadcast.end
                return replay()
            }
            whenDrained { $0.sendPage(of: sources, after: .init(source: last.source, key: last.record.key)) }
        }
    }

    /// Sends a page of the log, until the live end is reached.
    private func replay() {
        tellReady()
        if number == broadcast.end { return follow() }
        archive.changes(after: number) { [weak self] result in
            guard let self, let page = take(result) else { return }
            guard let changes = page else { return startOver() }
            for change in changes where wants(change.source) && identity.selector.matches(change) {
                send(Event.change(change, epoch: broadcast.epoch))
            }
            number = changes.last?.number ?? broadcast.end
            whenDrained { $0.replay() }
        }
    }

    private func tellReady() {
        guard let readyAt, number >= readyAt else { return }
        self.readyAt = nil
        send(Event.ready(cursor, at: wall()))
    }

    /// Joins the live end.
    private func follow() {
        guard let audience = try? broadcast.audience(identity) else { return channel.close() }
        // There is no memory for those who want this: the reader comes again, and nothing is lost.
        let isThere = channel.follow(audience.frames, after: number) { [weak self] mark in
            self?.number = mark
            self?.replay()
        }
        if !isThere { replay() }
    }

    /// The log no longer reaches back to it.
    private func startOver() {
        let missed = broadcast.end - number
        number = broadcast.end
        send(Event.overflow(unfinished, at: wall(), dropped: missed))
        sendPage(of: sources(), after: nil)
    }

    private func whenDrained(_ next: @escaping (Subscriber) -> Void) {
        guard channel.unsent > 0 else { return next(self) }
        waiting = channel.drained.first().sink { [weak self] in
            guard let self else { return }
            next(self)
        }
    }

    /// What was read; nothing when it could not be, or nobody waits for it any more.
    private func take<T>(_ result: Result<T, any Error>) -> T? {
        guard !channel.isClosed else { return nil }
        switch result {
        case .success(let value): return value
        case .failure(let error):
            log(.error, "cannot serve a subscriber: \(error)")
            channel.close()
            return nil
        }
    }
}
