import Reactive
import Systemd

/// A client's connection, whose requests are processed one after the other, in order of arrival.
final class ServerConnection {
    let channel: Channel
    private let server: Server
    // The order leaves no gaps: there is a connection for each of thousands of clients.
    private var frames: FrameReader
    private var isServing = false
    private var isQueued = false
    /// Whether the input may contain a complete message that was not processed.
    private var isPending = false
    /// Whether no more input is read: the client has closed its side, or sent an invalid message.
    private var hasEnded = false
    private var hasHalfFrame = false
    private(set) var hasAsked = false
    /// The number of bytes counted as received bytes of the user.
    private var counted: Int32 = 0
    private var call: Call?
    /// The time at which the connection became idle.
    private var settled: LoopTime

    init(_ channel: Channel, of server: Server, _ framing: Framing? = nil) {
        self.channel = channel
        self.server = server
        settled = channel.sockets.clock.now
        frames = FrameReader(limit: channel.sockets.limits.frame, framing: framing)
        channel.reader = self
        channel.isReading = true
    }

    // Nonisolated; see `Call`.
    nonisolated deinit {}

    /// Resumes a call that an earlier process received.
    func resume(_ message: CallMessage) -> Call {
        let call = Call(SharedMessage(message), framing: frames.framing ?? .nul, on: self)
        self.call = call
        return call
    }

    /// Handles the end of the call.
    func callIsOver() {
        call = nil
        settled = channel.sockets.clock.now
        guard !isServing else { return }
        if isPending { queue() } else { waitForNext() }
    }

    /// Starts listening for a message that follows the call.
    func listen() {
        if isPending, !frames.isEmpty {
            call?.follow()
        } else if !hasEnded, !channel.isClosed {
            channel.isReading = true
        }
    }

    private func queue() {
        guard !isQueued, !channel.isClosed else { return }
        isQueued = true
        channel.sockets.queue(self)
    }

    /// Processes as many requests as one turn allows.
    private func serve() {
        guard !isServing else { return }
        isServing = true
        isPending = true
        for _ in 0..<channel.sockets.limits.requestsPerTurn where isPending && isFree {
            isPending = serveOne()
        }
        isServing = false
        waitForNext()
    }

    /// Whether another request may be processed now.
    private var isFree: Bool {
        call == nil && !channel.isClosed && channel.unsent <= channel.sockets.limits.unsent && channel.hasRoom
    }

    /// The error of a call whose reply is discarded because the user has too many unsent bytes.
    var tooMuchUnread: ServiceError { server.tooMuchUnread(channel.sockets.limits.unsentPerUser) }

    /// Processes the next request.
    ///
    /// - Returns: `false` if there is no complete one.
    private func serveOne() -> Bool {
        do {
            guard let frame = try frames.next() else { return false }
            watchHalfFrame(false)
            hasAsked = true
            let asked = try server.asked(by: frame)
            let call = Call(asked.shared, framing: frames.framing ?? .nul, on: self)
            self.call = call
            asked.answer(call)
            return true
        } catch {
            refuse("\(error)")
            return false
        }
    }

    /// Sends the reason and closes the connection, because the start of the next message is unknown.
    private func refuse(_ reason: String) {
        log(.debug, "closing a connection of user \(channel.peer.uid): \(reason)")
        hasEnded = true
        channel.send(ReplyMessage.bytes(error: .malformed(reason), framing: frames.framing ?? .nul))
        frames = FrameReader(limit: 0)
        count()
        channel.closeWhenSent()
    }

    /// Updates the received bytes of the user.
    ///
    /// - Returns: Whether the number is within the user's limit.
    @discardableResult
    private func count() -> Bool {
        let account = channel.account
        let accounts = channel.sockets.accounts
        let change = frames.held - Int(counted)
        guard change != 0 else { return true }
        accounts.addReceived(change, to: account)
        counted = Int32(frames.held)
        return change < 0 || accounts.mayHold(account)
    }

    /// Waits for the next event: the end of a call, room to send, another turn, or input.
    private func waitForNext() {
        guard !channel.isClosed else { return }
        guard count() else { return refuse("the unfinished messages of user \(channel.uid) are too large") }
        watchHalfFrame(call == nil && !isPending && !hasEnded && !frames.isEmpty)
        if call != nil { return }
        if isPending {
            // Otherwise the channel is drained later, even if other connections of the user must be read
            // first.
            if isFree { queue() } else { _ = channel.isReady }
        } else if hasEnded {
            channel.closeWhenSent()
        } else {
            channel.isReading = true
        }
    }

    /// Starts or ends the wait for the rest of a message.
    private func watchHalfFrame(_ isHalf: Bool) {
        guard isHalf != hasHalfFrame else { return }
        hasHalfFrame = isHalf
        if isHalf { channel.sockets.halfFrames.start(self) } else { channel.sockets.halfFrames.cancel(self) }
    }
}

extension ServerConnection: ChannelReader {
    /// Input that cannot be processed now stays in the kernel.
    func channelIsReadable() {
        if let call, call.isListening, !hasEnded { return overhear(call) }
        guard call == nil, !isQueued, !hasEnded, isFree else {
            channel.isReading = false
            if call == nil, !isQueued, !hasEnded {
                isPending = true
                waitForNext()
            }
            return
        }
        switch channel.sockets.receive(from: channel.raw) {
        case .bytes(let bytes):
            frames.append(bytes)
            serve()
        case .nothing: return
        case .end:
            hasEnded = true
            channel.isReading = false
            waitForNext()
        case .failed: channel.close()
        }
    }

    /// Buffers a message that follows the current call until that call ends, and notifies the call.
    private func overhear(_ call: Call) {
        channel.isReading = false
        switch channel.sockets.receive(from: channel.raw) {
        case .bytes(let bytes):
            frames.append(bytes)
            isPending = true
            call.follow()
        case .nothing: channel.isReading = true
        case .end: hasEnded = true
        case .failed: channel.close()
        }
    }

    /// Input that the client sent before it disconnected is still processed, unless a call is in progress,
    /// which is cancelled.
    func channelHungUp() {
        if call != nil || !(isQueued || channel.isReading) { channel.close() }
    }

    func channelDrained() { if isPending, call == nil, !isServing { queue() } }

    func channelClosed() {
        watchHalfFrame(false)
        frames = FrameReader(limit: 0)
        count()
        call?.abandon()
        call = nil
    }

    func channelIsStuck() { if channel.owner == nil { call?.fail(tooMuchUnread) } }

    var idleSince: LoopTime? { call != nil || isPending || isQueued || hasEnded ? nil : settled }
}

extension ServerConnection: TurnTaker {
    func serveTurn() {
        isQueued = false
        serve()
    }
}

extension ServerConnection: TimeoutClient {
    func waitedTooLong() {
        log(.debug, "closing a connection of user \(channel.peer.uid): the rest of a message did not arrive")
        refuse("the rest of the message did not arrive in time")
    }
}
