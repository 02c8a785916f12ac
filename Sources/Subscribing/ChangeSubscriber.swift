import Reactive
import Records
import Storing
import Systemd
import Varlink

/// A subscriber to changes: it receives the snapshot from the store, missed changes from the log, then live
/// changes.
///
/// A subscriber is little more than a position. Pages are read as its socket drains, so a slow subscriber
/// costs no memory; one that falls behind live changes is served from the log again until it has caught up.
/// There are thousands of subscribers, so the state needed only for catching up is separate, and common state
/// is shared.
package final class ChangeSubscriber: ConflatingSubscriber {
    /// The progress of a subscriber, in one word of memory.
    enum Progress {
        /// It receives the snapshot. The last page ended at this place; `nil` before the first page.
        indirect case snapshot(after: SnapshotPlace?)
        /// It receives the changes in the log after `number`. The `ready` event is due at this change; `nil`
        /// once it was sent.
        indirect case log(readyAt: Int64?)
        /// It receives the live changes of a group.
        case live(SubscriberGroup)

        /// The progress of one that lacks nothing or has left, which all those share.
        static let idle = Progress.log(readyAt: nil)
    }

    /// The next step of a subscriber that has not caught up.
    final class CatchUp {
        /// The read in progress for the subscriber.
        var reading: AnyCancellable?
        /// The step to take after the peer has read everything that was sent.
        fileprivate var next: ((ChangeSubscriber) -> Void)?

        nonisolated deinit {}
    }

    /// The connection to the peer.
    let channel: Channel
    /// The call to answer; `nil` for a subscriber on the `lines` socket.
    private let call: Call?
    let kind: SubscriptionKind
    /// The number of the last change that it received or that did not match, before it switched to live
    /// changes.
    var number: Int64
    /// The source states that it knows: those sent while the log was shorter than `heardSince`, and the first
    /// `heard` ones.
    var heardSince: Int64
    var heard: Int32 = 0
    /// The index in the list of all subscribers.
    var index: Int32 = 0
    /// The progress of its catch-up.
    var progress = Progress.idle
    private var catching: CatchUp?

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - channel: The connection to the peer.
    ///   - call: The call to answer; `nil` for a subscriber on the `lines` socket.
    ///   - kind: The shared state of subscribers with equal options.
    ///   - number: The number of the last change that it has seen.
    init(_ channel: Channel, answering call: Call?, kind: SubscriptionKind, after number: Int64) {
        self.channel = channel
        self.call = call
        self.kind = kind
        self.number = number
        heardSince = number
    }

    // An isolated one would ask the runtime which thread this is; all references are held on the loop.
    nonisolated deinit {}

    /// The options of the subscription.
    var options: SubscriptionOptions { kind.options }

    var context: SubscriptionContext { kind.context }

    /// Sends a snapshot, then changes.
    package func startWithSnapshot() {
        knowStates()
        send(SubscriptionEvent.subscribed(unfinished, at: context.now, warnings: kind.warnings))
        sendPage(after: nil)
    }

    /// Sends missed changes, then new ones.
    package func resume() {
        if isUpToDate {
            channel.send(kind.welcome(cursor, at: context.now))
            return follow()
        }
        send(SubscriptionEvent.subscribed(cursor, at: context.now, warnings: kind.warnings))
        progress = .log(readyAt: context.broadcast.end)
        replay()
    }

    /// Sends these events in place of a snapshot, then changes.
    func start(with events: [[UInt8]]) {
        send(SubscriptionEvent.subscribed(cursor, at: context.now, warnings: kind.warnings))
        for event in events { send(event) }
        knowStates()
        progress = .log(readyAt: number)
        replay()
    }

    /// Sends a heartbeat, unless the peer has not read everything yet.
    func beat() { if channel.unsent == 0 { send(SubscriptionEvent.heartbeat(cursor, at: context.now)) } }

    /// Ends the call because the daemon ends; the error states the cursor to resume from.
    package func sayGoodbye() { fail(because: "ShuttingDown") }

    /// Fails the call with an error that states the cursor to resume from.
    private func fail(because error: String) {
        call?.fail("io.almanac.\(error)", ["cursor": .string(cursor.description)])
    }

    /// The position up to which all matching events were sent, including a message that was sent in part.
    var cursor: Cursor {
        let startsOver = if case .snapshot = progress { true } else { false }
        return context.broadcast.cursor(of: reached, startsOver: startsOver)
    }

    /// The cursor of a subscriber that has not received the whole snapshot.
    var unfinished: Cursor { context.broadcast.cursor(of: number, startsOver: true) }

    func send(_ event: [UInt8]) { channel.send(options.identity.form.frame(event)) }

    /// Returns the next step of catching up, and creates it if there is none.
    func catchUp() -> CatchUp {
        let catching = catching ?? CatchUp()
        self.catching = catching
        return catching
    }

    /// Switches to the live changes of a group.
    func live(with group: SubscriberGroup) {
        progress = .live(group)
        catching = nil
        knowStates()
    }

    /// Records that it knows the states of all sources.
    func knowStates() { heard = Int32(truncatingIfNeeded: context.broadcast.states.count) }

    /// Continues once the peer has read everything that was sent and its user's connections have little
    /// unsent data.
    func whenDrained(_ next: @escaping (ChangeSubscriber) -> Void) {
        guard !channel.isReady else { return next(self) }
        catchUp().next = next
    }

    private var reached: Int64 {
        guard case .live(let group) = progress else { return number }
        if group.awaits(self) { return context.broadcast.end }
        guard let mark = group.frames.mark(of: channel) else { return number }
        return channel.unsent == 0 ? context.broadcast.end : max(number, mark)
    }
}

extension ChangeSubscriber: ChannelOwner {
    func channelDrained() {
        guard let next = catching?.next.take() else { return }
        next(self)
    }

    func channelFellBehind(at mark: Int64) {
        number = max(number, mark)
        heardSince = mark
        // Waits, because messages that the peer has not read would only use memory.
        whenDrained { $0.replay() }
    }

    func channelIsStuck() { fail(because: "TooSlow") }

    func channelClosed() {
        if case .live(let group) = progress { group.dismiss(self) }
        progress = .idle
        catching = nil
        kind.remove(self)
    }
}
