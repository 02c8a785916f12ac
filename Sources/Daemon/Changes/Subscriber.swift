import Records
import Storing
import Systemd
import Varlink

/// One reader of changes: its starting state from the store, what it missed from the log, then the live end.
///
/// It is a position. Pages are read as the socket drains, so that a slow reader costs no memory; one that falls
/// behind the live end is served from the log again until it has caught up. There are thousands: what it needs only
/// until then lies apart, and what many have in common is shared.
final class Subscriber {
    /// What a reader needs until it has caught up.
    final class Catching {
        /// Where the last page of its starting state ended; outer `nil` when there is none to be sent.
        var place: Archive.Place??
        /// The number at which its starting state is complete; `nil` once it was told so.
        var readyAt: Int64?
        /// What to do when all that was sent has been taken.
        fileprivate var next: ((Subscriber) -> Void)?
    }

    /// Where to.
    let channel: Channel
    /// The call that is answered; `nil` for a reader of lines.
    private let call: Call?
    let kind: ReaderKind
    /// The last change that it was sent, or that does not concern it, before it followed the live end.
    var number: Int64
    /// It knows what was told of sources before this telling, and what was told when the log was shorter than this.
    var heardSince: Int64
    var heard: Int32 = 0
    /// Which of all it is.
    var index: Int32 = 0
    /// Whose newest changes it follows, once it has caught up.
    var audience: Audience?
    private var catching: Catching?

    /// - Parameters:
    ///   - channel: Where to.
    ///   - call: The call that is answered; `nil` for a reader of lines.
    ///   - kind: What, and how.
    ///   - number: The last change that it has seen.
    init(_ channel: Channel, answering call: Call?, _ kind: ReaderKind, after number: Int64) {
        (self.channel, self.call, self.kind, self.number) = (channel, call, kind, number)
        heardSince = number
    }

    /// What it wants, and how.
    var wish: Subscribers.Wish { kind.wish }

    /// What serves it.
    var desk: Subscribers { kind.desk }

    /// Sends all that there is, then what changes.
    func beginWithSnapshot() {
        knowStates()
        send(Event.subscribed(unfinished, at: desk.now))
        sendPage(after: nil)
    }

    /// Sends what was missed, then what changes.
    func resume() {
        send(Event.subscribed(cursor, at: desk.now))
        catchUp().readyAt = desk.broadcast.end
        replay()
    }

    /// Sends some events as the starting state, then what changes.
    func begin(with events: [[UInt8]]) {
        send(Event.subscribed(cursor, at: desk.now))
        for event in events { send(event) }
        knowStates()
        catchUp().readyAt = number
        replay()
    }

    /// Sends that nothing happened, unless there is something that it has not taken.
    func beat() { if channel.unsent == 0 { send(Event.heartbeat(cursor, at: desk.now)) } }

    /// The daemon ends: the reader is told where to go on.
    func sayGoodbye() { end(because: "ShuttingDown") }

    /// Tells why it is told no more, and where to go on.
    private func end(because error: String) {
        call?.fail("io.almanac.\(error)", ["cursor": .string(cursor.description)])
    }

    /// Up to where it was sent all that concerns it; with what it was begun to be sent.
    var cursor: Cursor {
        Cursor(epoch: desk.broadcast.epoch, number: reached, startsOver: place != nil)
    }

    /// The cursor of a reader that has not seen the whole starting state.
    var unfinished: Cursor { Cursor(epoch: desk.broadcast.epoch, number: number, startsOver: true) }

    /// Where the last page of its starting state ended; outer `nil` when there is none to be sent.
    var place: Archive.Place?? { if let catching { catching.place } else { nil } }

    /// The number at which its starting state is complete; `nil` once it was told so.
    var readyAt: Int64? { catching?.readyAt }

    func send(_ event: [UInt8]) { channel.send(wish.identity.form.frame(event)) }

    /// What it needs until it has caught up.
    func catchUp() -> Catching {
        let catching = catching ?? Catching()
        self.catching = catching
        return catching
    }

    /// It has caught up with what it follows from now on.
    func live(with audience: Audience) {
        self.audience = audience
        catching = nil
        knowStates()
    }

    /// It knows how all sources are doing.
    func knowStates() { heard = Int32(truncatingIfNeeded: desk.broadcast.states.count) }

    /// Goes on when all that was sent has been taken.
    func whenDrained(_ next: @escaping (Subscriber) -> Void) {
        guard channel.unsent > 0 else { return next(self) }
        catchUp().next = next
    }

    private var reached: Int64 {
        guard let audience else { return number }
        if audience.awaits(self) { return desk.broadcast.end }
        guard let mark = audience.frames.mark(of: channel) else { return number }
        return channel.unsent == 0 ? desk.broadcast.end : max(number, mark)
    }
}

extension Subscriber: ChannelOwner {
    func channelDrained() {
        guard let next = catching?.next.take() else { return }
        next(self)
    }

    func channelFellBehind(at mark: Int64) {
        number = max(number, mark)
        heardSince = mark
        // What it has not taken yet would only wait in memory.
        whenDrained { $0.replay() }
    }

    func channelIsStuck() { end(because: "TooSlow") }

    func channelClosed() {
        audience?.dismiss(self)
        (audience, catching) = (nil, nil)
        desk.remove(self)
    }
}
