/// The unsent bytes of a channel as a part of those of its user.
extension Channel {
    /// Whether more output may be produced for the channel: all connections of its user together are within
    /// the limit of unsent bytes.
    public var hasRoom: Bool { hasRoom(besides: 0) }

    /// Whether more output may be produced for the channel, if so many bytes that are held elsewhere for its
    /// user count as unsent ones.
    public func hasRoom(besides bytes: Int) -> Bool { sockets.accounts.hasRoom(account, besides: bytes) }

    /// Whether more output may be produced for the channel now; otherwise it is drained later, see `drained`.
    public var isReady: Bool {
        guard unsent == 0 else { return false }
        if !hasRoom { awaitRoom() }
        return !isAwaitingRoom
    }

    /// Takes over the rest of a partly sent frame.
    func hold(_ rest: UnsafeRawBufferPointer) {
        guard !rest.isEmpty else { return }
        sendQueue.append(rest)
        count()
    }

    /// Sends immediately what the socket accepts, to reduce the waiting bytes; the result is handled at the
    /// end of the turn.
    func push() {
        markInProgress()
        // `flush` encounters the same failure again.
        _ = sendQueue.send(to: raw)
        count()
        recordProgress()
    }

    /// Updates the unsent bytes of the user.
    func count() {
        let change = sendQueue.held - Int(counted)
        guard change != 0 else { return }
        counted = Int32(sendQueue.held)
        sockets.accounts.addUnsent(change, to: account)
    }

    /// Continues when the user's connections have fewer unsent bytes.
    func awaitRoom() {
        guard !isAwaitingRoom, !isClosed else { return }
        isAwaitingRoom = true
        account.waiting.append(self)
    }
}

extension Channel: RoomClient {
    func roomCame() {
        isAwaitingRoom = false
        if !isClosed { enlist() }
    }
}
