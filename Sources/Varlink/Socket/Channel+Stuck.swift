import Glibc
import Reactive
import Systemd

extension Channel: TimeoutClient {
    func waitedTooLong() { evict(because: "it has read nothing for \(sockets.limits.stuck)") }
}

extension Channel: Evictable {
    /// The maximum number of bytes left to the kernel at the end, so that the peer finds the reason when it
    /// reads again.
    private static let mostAtEnd = 1 << 20

    var held: Int { sendQueue.count }

    var idleSince: LoopTime? { isClosed || unsent > 0 ? nil : reader?.idleSince }

    var hasAsked: Bool { reader?.hasAsked ?? true }

    /// Closes the connection of a peer that reads too slowly. The reason is sent after the waiting bytes,
    /// unless there are too many.
    func evict(because reason: String) {
        guard !isClosed else { return }
        log(
            .notice, "closing a connection: \(reason)", .subscriberDisconnected,
            [
                "ALMANAC_PEER_UID": "\(uid)", "ALMANAC_PEER_PID": "\(peer.pid)",
                "ALMANAC_UNSENT": "\(unsent)", "ALMANAC_REASON": reason,
            ])
        if held <= Self.mostAtEnd {
            reader?.channelIsStuck()
            owner?.channelIsStuck()
            sendLast()
        }
        close()
    }

    /// Sends the waiting bytes although the peer reads nothing: the kernel stores them in a buffer that is
    /// enlarged once.
    private func sendLast() {
        guard !isClosed else { return }
        leave()
        markInProgress()
        var room = CInt.max
        // If the buffer cannot be enlarged, nothing is sent, and the peer only notices the disconnection.
        _ = setsockopt(raw, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
        push()
    }
}
