import Systemd

/// A client's connection: its requests one after the other, in the order in which they came.
final class Connection {
    let channel: Channel
    private let server: Server
    private var frames: FrameReader
    private var call: Call?
    private var isServing = false
    private var isQueued = false
    /// What has come may hold a whole message that was not served.
    private var isPending = false
    /// Nothing more is read: the client sends no more, or what it sent is no message.
    private var hasEnded = false
    private var hasHalfFrame = false

    init(_ channel: Channel, of server: Server, _ framing: Framing? = nil) {
        (self.channel, self.server) = (channel, server)
        frames = FrameReader(limit: channel.sockets.limits.frame, framing: framing)
        channel.reader = self
        channel.isReading = true
    }

    /// Takes up a call that was made before.
    func resume(_ message: CallMessage) -> Call {
        let call = Call(Question(message), framing: frames.framing ?? .nul, on: self)
        self.call = call
        return call
    }

    /// The call has had its last answer.
    func callIsOver() {
        call = nil
        guard !isServing else { return }
        if isPending { queue() } else { settle() }
    }

    /// The call is to be told when something follows it.
    func listen() {
        if isPending, !frames.isEmpty {
            call?.follow()
        } else if !hasEnded, !channel.isClosed {
            channel.isReading = true
        }
    }

    /// It is this connection's turn again.
    func takeTurn() {
        isQueued = false
        serve()
    }

    private func queue() {
        guard !isQueued, !channel.isClosed else { return }
        isQueued = true
        channel.sockets.queue(self)
    }

    /// Serves as many requests as one turn allows.
    private func serve() {
        guard !isServing else { return }
        isServing = true
        isPending = true
        for _ in 0..<channel.sockets.limits.requestsPerTurn where isPending && isFree {
            isPending = serveOne()
        }
        isServing = false
        settle()
    }

    /// Whether a further request may be served now.
    private var isFree: Bool {
        call == nil && !channel.isClosed && channel.unsent <= channel.sockets.limits.unsent
    }

    /// Serves the next request.
    ///
    /// - Returns: `false` when no whole one is there.
    private func serveOne() -> Bool {
        do {
            guard let frame = try frames.next() else { return false }
            watchHalfFrame(false)
            let asked = try server.asked(by: frame)
            let call = Call(asked.question, framing: frames.framing ?? .nul, on: self)
            self.call = call
            asked.answer(call)
            return true
        } catch {
            refuse("\(error)")
            return false
        }
    }

    /// Says why, and ends the connection: where the next message begins is not known.
    private func refuse(_ reason: String) {
        log(.debug, "closing a connection of user \(channel.peer.uid): \(reason)")
        hasEnded = true
        channel.send(ReplyMessage.bytes(error: .malformed(reason), framing: frames.framing ?? .nul))
        frames = FrameReader(limit: 0)
        channel.closeWhenSent()
    }

    /// Waits for what comes next: the end of a call, room to send, another turn, or input.
    private func settle() {
        guard !channel.isClosed else { return }
        watchHalfFrame(call == nil && !isPending && !hasEnded && !frames.isEmpty)
        if call != nil { return }
        if isPending {
            if isFree { queue() }
        } else if hasEnded {
            channel.closeWhenSent()
        } else {
            channel.isReading = true
        }
    }

    /// Begins to wait for the rest of a message, or ends that.
    private func watchHalfFrame(_ isHalf: Bool) {
        guard isHalf != hasHalfFrame else { return }
        hasHalfFrame = isHalf
        if isHalf { channel.sockets.halfFrames.begin(self) } else { channel.sockets.halfFrames.end(self) }
    }
}

extension Connection: ChannelReader {
    /// What comes while something else is to be done first waits in the kernel.
    func channelIsReadable() {
        if let call, call.isListening, !hasEnded { return overhear(call) }
        guard call == nil, !isQueued, !hasEnded, isFree else {
            channel.isReading = false
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
            settle()
        case .failed: channel.close()
        }
    }

    /// What follows a call that is under way is kept until that is over; that it has come is told.
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

    /// What the client sent before it went is still served, unless a call is under way: then it is cancelled.
    func channelHungUp() {
        if call != nil || !(isQueued || channel.isReading) { channel.close() }
    }

    func channelDrained() { if isPending, call == nil, !isServing { queue() } }

    func channelClosed() {
        watchHalfFrame(false)
        call?.abandon()
        call = nil
    }
}

extension Connection: Patient {
    func waitedTooLong() {
        log(.debug, "closing a connection of user \(channel.peer.uid): the rest of a message did not come")
        refuse("the rest of the message did not come in time")
    }
}
