public import Reactive
public import Systemd
import Glibc

/// A connection as a way to send: bytes in order, never waiting, the unsent rest remembered.
///
/// It lives as long as it is open, also when nobody holds it. The peer's hang-up closes it; that the peer sends
/// no more does not.
public final class Channel {
    /// The descriptor, to be handed to the service manager; borrowed, and no longer this one's when closed.
    public let raw: CInt
    /// Whether nothing can be sent any more.
    public var isClosed: Bool { token == nil }

    let sockets: SocketSet
    var reader: (any ChannelReader)?
    private let identity: Identity
    /// Whether it counts against the limits.
    private let isCounted: Bool
    var outgoing = Outgoing()
    /// The frames that it follows, and where it stands among their followers.
    var frames: SharedFrames?
    var place = 0
    var fellBehind: ((Int64) -> Void)?

    /// Where it is noted how far this is; `nil` when it is not.
    var note: ChannelNote?

    private var owned: FileDescriptor?
    private var token: InnerPoll.Token?
    private var isEnlisted = false
    private var closesWhenSent = false
    private var signals: Signals?

    /// There is no room in the socket; it tells when there is again.
    private(set) var isBlocked = false
    /// Whether the reader is told of input.
    var isReading: Bool {
        didSet { if isReading != oldValue { apply() } }
    }

    init(
        _ descriptor: consuming FileDescriptor, _ identity: Identity, isCounted: Bool, isReading: Bool,
        in sockets: SocketSet
    ) throws(SystemError) {
        (self.sockets, self.identity) = (sockets, identity)
        (self.isCounted, self.isReading) = (isCounted, isReading)
        raw = descriptor.raw
        owned = consume descriptor
        token = try sockets.poll.add(raw, isReading ? [.hangUp, .reading] : .hangUp) { self.serve($0) }
    }

    /// Who is at the other end; without the supplementary groups once it is closed.
    public var peer: Peer {
        if isClosed { return identity.peer }
        do {
            return try Peer(of: raw)
        } catch {
            // Without groups it may do less, never more.
            return identity.peer
        }
    }

    /// How many bytes wait to be sent, those of frames that it follows included.
    public var unsent: Int { outgoing.count + (frames?.lag(at: place) ?? 0) }

    /// Tells, at the end of a turn, each time that all that was sent before is gone.
    ///
    /// Frames that it follows and that go out at once do not count.
    public var drained: AnyPublisher<Void, Never> {
        let told = signals ?? Signals()
        if !isClosed { signals = told }
        return told.drained.eraseToAnyPublisher()
    }

    /// Tells once that the connection has ended, whoever ended it; at once when it has.
    public var closed: AnyPublisher<Void, Never> {
        if isClosed { return Just(()).eraseToAnyPublisher() }
        let told = signals ?? Signals()
        signals = told
        return told.closed.eraseToAnyPublisher()
    }

    /// Sends bytes after all that was sent before, at the end of the turn. A frame of those that it follows
    /// is finished first. Does nothing when closed.
    public func send(_ bytes: [UInt8]) {
        guard !isClosed, !closesWhenSent, !bytes.isEmpty else { return }
        frames?.pause(at: place)
        outgoing.append(bytes)
        enlist()
    }

    /// Sends, from the end of this turn on, the frames of a log after a mark, as they come.
    ///
    /// - Parameters:
    ///   - log: The frames.
    ///   - mark: The mark after which to begin.
    ///   - fellBehind: Called once when the log no longer reaches back to what is still to be sent, with the mark of
    ///     the last frame that is sent whole, or will be; the channel follows no more.
    /// - Returns: `false`, and nothing is done, when the log does not reach back to the mark, or this is closed.
    public func follow(
        _ log: SharedFrames, after mark: Int64, fellBehind: @escaping (Int64) -> Void
    ) -> Bool {
        guard !isClosed, !closesWhenSent, log.floor <= mark else { return false }
        leave()
        frames = log
        self.fellBehind = fellBehind
        log.add(self, after: mark)
        enlist()
        return true
    }

    /// Follows no more; a frame that was begun is finished.
    public func leave() {
        guard let frames else { return }
        frames.pause(at: place)
        frames.remove(self)
        if !outgoing.isEmpty { enlist() }
    }

    /// Ends the connection at once; what waits is lost.
    public func close() {
        guard let token else { return }
        self.token = nil
        sockets.poll.remove(token)
        frames?.remove(self)
        endNote()
        owned = nil
        outgoing.removeAll()
        sockets.stuck.end(self)
        if isCounted { sockets.dismiss(identity.uid) }
        tellClosed()
    }

    /// Ends the connection when all has been sent; nothing more can be.
    public func closeWhenSent() {
        guard !isClosed else { return }
        leave()
        closesWhenSent = true
        isReading = false
        enlist()
    }

    /// What is left to send of what was begun: other bytes than frames, and the rest of a begun frame. With the frames
    /// after `SharedFrames.mark(of:)` somebody else can go on.
    public var rest: [UInt8] {
        var all = outgoing
        if let frames { all.append(frames.rest(at: place)) }
        return all.waiting
    }

    /// Sends as much as goes.
    func flush() {
        isEnlisted = false
        guard !isClosed else { return }
        let wasBlocked = isBlocked
        let before = unsent
        beginNote()
        let error = outgoing.send(to: raw)
        guard error == 0 else { return close() }
        let isUpToDate = outgoing.isEmpty && (frames?.send(at: place) ?? true)
        guard !isClosed else { return }
        settleNote()
        settle(isUpToDate, hasMoved: unsent != before || !wasBlocked)
    }

    /// Sends at the end of this turn.
    private func enlist() {
        guard !isEnlisted, !isBlocked else { return }
        isEnlisted = true
        sockets.enlist(self)
    }

    /// Waits for room when not all went, or tells that all has.
    func settle(_ isUpToDate: Bool, hasMoved: Bool) {
        frames?.setWaiting(!isUpToDate, at: place)
        if !isUpToDate {
            isBlocked = true
            if hasMoved { sockets.stuck.restart(self) }
            apply()
            return
        }
        let wasBlocked = isBlocked
        isBlocked = false
        if wasBlocked { sockets.stuck.end(self) }
        apply()
        if closesWhenSent { return close() }
        tellDrained()
    }

    private func tellDrained() {
        reader?.channelDrained()
        signals?.drained.send(())
    }

    private func tellClosed() {
        let told = signals.take()
        fellBehind = nil
        reader.take()?.channelClosed()
        told?.drained.send(completion: .finished)
        told?.closed.send(())
        told?.closed.send(completion: .finished)
    }

    private func apply() {
        guard let token else { return }
        var events: Readiness = .hangUp
        if isReading { events.insert(.reading) }
        if isBlocked { events.insert(.writing) }
        do {
            try sockets.poll.set(token, events)
        } catch {
            log(.warning, "cannot watch a connection any more: \(error), closing it")
            close()
        }
    }

    private func serve(_ ready: Readiness) {
        sockets.beginTurn()
        if !ready.isDisjoint(with: [.hangUp, .error]) {
            if let reader { reader.channelHungUp() } else { close() }
        }
        if ready.contains(.reading), isReading, !isClosed { reader?.channelIsReadable() }
        if ready.contains(.writing), isBlocked { flush() }
    }
}

extension Channel: Patient {
    func waitedTooLong() {
        log(
            .notice, "closing a connection that has taken nothing for \(sockets.limits.stuck)", .readerClosed,
            [
                "ALMANAC_PEER_UID": "\(identity.uid)", "ALMANAC_PEER_PID": "\(identity.pid)",
                "ALMANAC_UNSENT": "\(unsent)",
            ])
        close()
    }
}
