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
    /// Where to.
    let channel: Channel
    let wish: Subscribers.Wish
    let archive: Archive
    let broadcast: Broadcast
    let sources: () -> [String]
    let wants: (String) -> Bool
    let wall: () -> UTC
    /// The call that is answered; `nil` for a reader of lines.
    private let call: Call?
    /// The last change that it was sent, or that does not concern it, before it followed the live end.
    var number: Int64
    /// Where the last page of the starting state ended; outer `nil` when there is none to be sent.
    var place: Archive.Place??
    /// The number at which its starting state is complete; `nil` once it was told so.
    var readyAt: Int64?
    /// It knows what was told of sources before this telling, and what was told when the log was shorter than this.
    var heard = 0
    var heardSince: Int64
    /// Whose newest changes it follows, once it has caught up.
    var audience: Audience?
    private var waiting: AnyCancellable?
    private var ticking: AnyCancellable?

    /// - Parameters:
    ///   - channel: Where to.
    ///   - call: The call that is answered; `nil` for a reader of lines.
    ///   - wish: What, and how.
    ///   - number: The last change that it has seen.
    ///   - archive: The store.
    ///   - broadcast: The live end.
    ///   - all: The sources, as selectors see them.
    ///   - wall: The wall clock.
    init(
        _ channel: Channel, answering call: Call?, _ wish: Subscribers.Wish, after number: Int64,
        archive: Archive, broadcast: Broadcast, sources all: Sources, wall: @escaping () -> UTC
    ) {
        (self.channel, self.call, self.wish, self.number) = (channel, call, wish, number)
        heardSince = number
        (self.archive, self.broadcast, self.wall) = (archive, broadcast, wall)
        sources = { all.names(wantedBy: wish.identity.selector) }
        wants = { all.isWanted($0, by: wish.identity.selector) }
    }

    /// Sends all that there is, then what changes.
    func beginWithSnapshot() {
        heard = broadcast.states.count
        send(Event.subscribed(unfinished, at: wall()))
        sendPage(after: nil)
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
        heard = broadcast.states.count
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

    /// The daemon ends: the reader is told where to go on.
    func sayGoodbye() { call?.fail("io.almanac.ShuttingDown", ["cursor": .string(cursor.description)]) }

    /// The connection has ended.
    func end() {
        audience?.dismiss(self)
        (audience, waiting, ticking) = (nil, nil, nil)
    }

    /// Up to where it was sent all that concerns it; with what it was begun to be sent.
    var cursor: Cursor {
        Cursor(epoch: broadcast.epoch, number: reached, startsOver: place != nil)
    }

    /// The cursor of a reader that has not seen the whole starting state.
    var unfinished: Cursor { Cursor(epoch: broadcast.epoch, number: number, startsOver: true) }

    func send(_ event: [UInt8]) { channel.send(wish.identity.form.frame(event)) }

    /// Goes on when all that was sent has been taken.
    func whenDrained(_ next: @escaping (Subscriber) -> Void) {
        guard channel.unsent > 0 else { return next(self) }
        waiting = channel.drained.first().sink { [weak self] in
            guard let self else { return }
            next(self)
        }
    }

    private var reached: Int64 {
        guard let audience else { return number }
        if audience.awaits(self) { return broadcast.end }
        guard let mark = audience.frames.mark(of: channel) else { return number }
        return channel.unsent == 0 ? broadcast.end : max(number, mark)
    }
}
