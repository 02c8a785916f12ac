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

    /// Who sends on it and is told of it, and lives as long as it is open; let go of at the end.
    public unowned var owner: (any ChannelOwner)?
    /// The user who connected.
    public let uid: UInt32

    let sockets: SocketSet
    var reader: (any ChannelReader)?
    var outgoing = Outgoing()
    /// The frames that it follows, and where it stands among their followers.
    var frames: SharedFrames?
    var place: Int32 = 0
    /// Whether it counts against the limits.
    private let isCounted: Bool
    /// What few have.
    var extras: ChannelExtras?

    private var owned: FileDescriptor?
    private var token: InnerPoll.Token?
    private var isEnlisted = false
    private var closesWhenSent = false

    /// There is no room in the socket; it tells when there is again.
    private(set) var isBlocked = false
    /// Whether the reader is told of input.
    var isReading: Bool {
        didSet { if isReading != oldValue { apply() } }
    }

    /// Hears nothing before `begin`.
    init(
        _ descriptor: consuming FileDescriptor, _ identity: Identity, isCounted: Bool, isReading: Bool,
        in sockets: SocketSet
    ) throws(SystemError) {
        (self.sockets, uid) = (sockets, identity.uid)
        (self.isCounted, self.isReading) = (isCounted, isReading)
        raw = descriptor.raw
        owned = consume descriptor
        token = try sockets.poll.add(raw, [], self)
    }

    /// Reads what has come already, since whoever connects asks at once most often, and watches from then on.
    func begin() {
        if isReading { reader?.channelIsReadable() }
        apply()
    }

    /// Who is at the other end; once it is closed only the user is known.
    public var peer: Peer {
        // So known it may do less, never more.
        let known = Peer(pid: 0, uid: uid, gid: UInt32.max, groups: [])
        return isClosed ? known : (try? Peer(of: raw)) ?? known
    }

    /// How many bytes wait to be sent, those of frames that it follows included.
    public var unsent: Int { outgoing.count + (frames?.lag(at: Int(place)) ?? 0) }

    /// Tells, at the end of a turn, each time that all that was sent before is gone.
    ///
    /// Frames that it follows and that go out at once do not count.
    public var drained: AnyPublisher<Void, Never> {
        signals().drained.eraseToAnyPublisher()
    }

    /// Tells once that the connection has ended, whoever ended it; at once when it has.
    public var closed: AnyPublisher<Void, Never> {
        if isClosed { return Just(()).eraseToAnyPublisher() }
        return signals().closed.eraseToAnyPublisher()
    }

    /// Sends bytes after all that was sent before, at the end of the turn. A frame of those that it follows
    /// is finished first. Does nothing when closed.
    public func send(_ bytes: [UInt8]) {
        guard !isClosed, !closesWhenSent, !bytes.isEmpty else { return }
        frames?.pause(at: Int(place))
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
        guard follow(log, after: mark) else { return false }
        addExtras().fellBehind = fellBehind
        return true
    }

    /// Sends the frames of a log as they come; the owner is told when the log no longer reaches back, see `follow`.
    public func follow(_ log: SharedFrames, after mark: Int64) -> Bool {
        guard !isClosed, !closesWhenSent, log.floor <= mark else { return false }
        leave()
        frames = log
        log.add(self, after: mark)
        enlist()
        return true
    }

    /// Follows no more; a frame that was begun is finished.
    public func leave() {
        guard let frames else { return }
        frames.pause(at: Int(place))
        frames.remove(self)
        if !outgoing.isEmpty { enlist() }
    }

    /// Ends the connection at once; what waits is lost.
    public func close() {
        guard let token else { return }
        self.token = nil
        sockets.poll.remove(token, closing: !(extras?.isShared ?? false))
        frames?.remove(self)
        endNote()
        owned = nil
        outgoing.removeAll()
        sockets.stuck.end(self)
        if isCounted { sockets.dismiss(uid) }
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
        if let frames { all.append(frames.rest(at: Int(place))) }
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
        let isUpToDate = outgoing.isEmpty && (frames?.send(at: Int(place)) ?? true)
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
        frames?.setWaiting(!isUpToDate, at: Int(place))
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
        owner?.channelDrained()
        extras?.signals?.drained.send(())
    }

    private func tellClosed() {
        let told = extras.take()?.signals
        reader.take()?.channelClosed()
        let owner = owner
        self.owner = nil
        owner?.channelClosed()
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

    /// What somebody is to be told by publishers; of a closed one it is nobody's.
    private func signals() -> Signals {
        if isClosed { return Signals() }
        let extras = addExtras()
        let signals = extras.signals ?? Signals()
        extras.signals = signals
        return signals
    }

    func addExtras() -> ChannelExtras {
        let extras = extras ?? ChannelExtras()
        self.extras = extras
        return extras
    }
}

extension Channel: PollClient {
    package func isReady(for ready: Readiness) {
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
                "ALMANAC_PEER_UID": "\(uid)", "ALMANAC_PEER_PID": "\(peer.pid)",
                "ALMANAC_UNSENT": "\(unsent)",
            ])
        owner?.channelIsStuck()
        sendLast()
        close()
    }

    /// Sends what waits although the peer takes nothing: the kernel holds it, in room that it gives for this once.
    private func sendLast() {
        guard !isClosed else { return }
        leave()
        beginNote()
        var room = CInt.max
        // Where it gives none nothing goes, and the peer hears of the end only.
        _ = setsockopt(raw, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
        _ = outgoing.send(to: raw)
    }
}
