import Glibc
import Varlink

extension Channel {
    /// Whether the peer has hung up, even if the loop has not noticed it yet.
    ///
    /// Check it before each piece of work; otherwise each client that sends a call and disconnects at once
    /// would cause some. A half-close is not a hang-up.
    ///
    /// Source: poll(2), POLLHUP; unix_poll of Linux.
    var hasHungUp: Bool {
        guard !isClosed else { return true }
        var entry = pollfd(fd: raw, events: 0, revents: 0)
        // If poll fails, nothing is known about the peer.
        return poll(&entry, 1, 0) == 1 && CInt(entry.revents) & POLLHUP != 0
    }
}
