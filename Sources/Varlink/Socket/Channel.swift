public import Reactive
public import Systemd
import Glibc

/// The output side of a connection: sends bytes in order without blocking, and keeps the unsent rest.
///
/// It exists as long as the connection is open, even without other references. It closes when the peer hangs
/// up, but not when the peer only stops sending.
public final class Channel {
    /// The descriptor, to be stored with the service manager; borrowed, and invalid after the channel is
    /// closed.
    public let raw: CInt
    /// The index in the group of subscribers; next to the descriptor, so that both fill one word of memory.
    var place: Int32 = 0
    /// Whether nothing can be sent any more.
    public var isClosed: Bool { token == nil }

    /// The object that sends on the channel and receives its notifications; it must live until the channel is
    /// closed, which clears this reference.
    public unowned var owner: (any ChannelOwner)?
    /// The user ID of the peer.
    public var uid: UInt32 { account.uid }
    /// Whether the user has higher limits and reserved slots.
    public var isPrivileged: Bool { account.isPrivileged }

    let sockets: SocketSet
    /// The resources used by the user's connections.
    let account: Account
    var reader: (any ChannelReader)?
    var sendQueue = SendQueue()
    /// The group of subscribers that the channel belongs to.
    var frames: (any FrameSource)?
    /// The optional fields, which few channels need.
    var extras: ChannelExtras?

    // The order leaves no gaps: there is a channel for each of thousands of subscribers.
    private var owned: FileDescriptor?
    private var isEnlisted = false
    private var closesWhenSent = false
    private var token: EpollSet.Token?
    /// Whether it waits until the user's connections have fewer unsent bytes.
    var isAwaitingRoom = false
    /// Whether the socket is full and watched for room.
    private(set) var isBlocked = false
    /// Whether the reader is notified of input.
    var isReading: Bool {
        didSet { if isReading != oldValue { apply() } }
    }
    /// The number of bytes counted as unsent bytes of the user.
    var counted: Int32 = 0

    /// Creates a channel that receives no notifications before `start`; the caller counts the connection in
    /// its account.
    init(
        _ descriptor: consuming FileDescriptor, of account: Account, isReading: Bool, in sockets: SocketSet
    ) throws(SystemError) {
        self.sockets = sockets
        self.account = account
        self.isReading = isReading
        raw = descriptor.raw
        owned = consume descriptor
        token = try sockets.poll.add(raw, [], self)
    }

    // Nonisolated; see `Call`.
    nonisolated deinit {}

    /// Starts to read. Most clients send a request right after connecting, so we read once before we watch.
    func start() {
        if isReading { reader?.channelIsReadable() }
        apply()
    }

    /// The credentials of the peer; after the channel is closed, only the user is known.
    public var peer: Peer {
        // Without a process and groups, the peer has fewer rights, never more.
        let known = Peer(pid: 0, uid: uid, gid: UInt32.max, groups: [])
        return isClosed ? known : (try? Peer(of: raw)) ?? known
    }

    /// The number of bytes that wait to be sent, including frames of its group.
    public var unsent: Int { sendQueue.count + (frames?.lag(at: Int(place)) ?? 0) }

    /// A publisher that sends a value, at the end of a turn, each time that everything has been sent and
    /// there is room for more.
    ///
    /// Frames of a group that are sent immediately do not count.
    public var drained: AnyPublisher<Void, Never> {
        subjects().drained.eraseToAnyPublisher()
    }

    /// A publisher that sends one value when the connection ends, on either side; immediately if it has.
    public var closed: AnyPublisher<Void, Never> {
        if isClosed { return Just(()).eraseToAnyPublisher() }
        return subjects().closed.eraseToAnyPublisher()
    }

    /// Whether something may still be sent.
    var acceptsOutput: Bool { !isClosed && !closesWhenSent }

    /// Sends bytes after everything sent before, at the end of the turn. The rest of a partly sent frame is
    /// sent first. Does nothing if the channel is closed.
    public func send(_ bytes: [UInt8]) {
        guard acceptsOutput, !bytes.isEmpty else { return }
        frames?.pause(at: Int(place))
        sendQueue.append(bytes)
        count()
        if !hasRoom, !isBlocked { push() }
        enlist()
    }

    /// Leaves the group; the rest of a partly sent frame is still sent.
    public func leave() {
        guard let frames else { return }
        frames.pause(at: Int(place))
        frames.remove(at: Int(place))
        if !sendQueue.isEmpty { enlist() }
    }

    /// Closes the connection immediately; waiting bytes are discarded.
    public func close() {
        guard let token else { return }
        self.token = nil
        let isShared = extras?.isShared ?? false
        let unread = isShared || !account.isLimited ? 0 : Lingering.unread(raw)
        sockets.poll.remove(token, closing: !isShared && unread == 0)
        frames?.remove(at: Int(place))
        extras?.note.take()?.shutDown(raw)
        sendQueue.removeAll()
        count()
        sockets.stuck.cancel(self)
        release(unread)
        tellClosed()
    }

    /// Closes the descriptor, unless the peer has unread bytes.
    private func release(_ unread: Int) {
        // The channel may have been given room that it did not use.
        if isAwaitingRoom {
            account.waiting.removeAll { $0 === self }
        } else {
            sockets.accounts.admitWaiting(account)
        }
        guard let descriptor = owned.take() else { return }
        if unread > 0 {
            sockets.lingering.add(descriptor, of: account, unread: unread)
        } else {
            sockets.accounts.close(account)
        }
    }

    /// Closes the connection once everything has been sent; nothing more can be sent.
    public func closeWhenSent() {
        guard !isClosed else { return }
        leave()
        closesWhenSent = true
        isReading = false
        enlist()
    }

    /// The unsent rest: bytes outside of frames, and the rest of a partly sent frame. A successor continues
    /// with the frames after `SharedFrames.mark(of:)`.
    public var rest: [UInt8] {
        var all = sendQueue
        if let frames { all.append(frames.remainder(at: Int(place))) }
        return all.waiting
    }

    /// Marks the ledger entry as in progress, before something is sent.
    func markInProgress() { extras?.note?.markInProgress() }

    /// Records in the ledger what has been sent.
    func recordProgress() {
        if let note = extras?.note { note.record(rest: rest) }
    }

    /// Sends as much as the socket accepts.
    ///
    /// - Returns: The number of bytes that wait no longer.
    @discardableResult
    func flush() -> Int {
        isEnlisted = false
        guard !isClosed else { return 0 }
        let wasBlocked = isBlocked
        let before = unsent
        markInProgress()
        let error = sendQueue.send(to: raw)
        count()
        if error != 0 { close() }
        let isUpToDate = sendQueue.isEmpty && (frames?.send(at: Int(place)) ?? true)
        guard !isClosed else { return before }
        recordProgress()
        let rest = isUpToDate ? 0 : unsent
        concludeSend(isUpToDate, hasMoved: rest != before || !wasBlocked)
        return before - rest
    }

    /// Schedules a flush at the end of this turn.
    func enlist() {
        guard !isEnlisted, !isBlocked else { return }
        isEnlisted = true
        sockets.enlist(channel: self)
    }

    /// Waits for room if not everything was sent; otherwise reports that the channel is drained.
    func concludeSend(_ isUpToDate: Bool, hasMoved: Bool) {
        frames?.setWaiting(!isUpToDate, at: Int(place))
        if !isUpToDate {
            isBlocked = true
            if hasMoved { sockets.stuck.restart(self) }
            apply()
            return
        }
        let wasBlocked = isBlocked
        isBlocked = false
        if wasBlocked { sockets.stuck.cancel(self) }
        apply()
        if closesWhenSent { return close() }
        if hasRoom { tellDrained() } else { awaitRoom() }
    }

    private func tellDrained() {
        reader?.channelDrained()
        owner?.channelDrained()
        extras?.subjects?.drained.send(())
    }

    private func tellClosed() {
        let told = extras.take()?.subjects
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

    /// Returns the subjects of the publishers; those of a closed channel are never used.
    private func subjects() -> ChannelSubjects {
        if isClosed { return ChannelSubjects() }
        let extras = addExtras()
        let subjects = extras.subjects ?? ChannelSubjects()
        extras.subjects = subjects
        return subjects
    }

    func addExtras() -> ChannelExtras {
        let extras = extras ?? ChannelExtras()
        self.extras = extras
        return extras
    }
}

extension Channel: Sender {
    func flush(_ budget: inout SendBudget) { budget.spend(flush()) }
}

extension Channel: PollClient {
    package func isReady(for ready: Readiness) {
        if !ready.isDisjoint(with: [.hangUp, .error]) {
            if let reader { reader.channelHungUp() } else { close() }
        }
        if ready.contains(.reading), isReading, !isClosed { reader?.channelIsReadable() }
        if ready.contains(.writing), isBlocked { flush() }
    }
}
