import CSystemd
import Glibc

/// Values that threads pass to the loop, in order, and the descriptor that notifies the loop.
///
/// A failed write to that descriptor loses nothing: `announce` reports it, and the thread tries again.
nonisolated final class Mailbox<Message: Sendable>: Sendable {
    private struct Messages {
        var waiting: [Message] = []
        /// Whether the loop has been notified of the waiting values.
        var isAnnounced = false
    }

    private let messages = MutexProtected(Messages())
    private let event: FileDescriptor

    /// Creates an empty mailbox.
    ///
    /// - Throws: `SystemError` if no descriptor is available.
    init() throws(SystemError) {
        event = FileDescriptor(owning: try checked("eventfd", eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))))
    }

    /// The descriptor that becomes readable when something is announced.
    var bell: CInt { event.raw }

    /// Adds a letter, which the loop receives after `announce`; callable on any thread.
    func put(_ message: Message) { messages.whileHeld { $0.waiting.append(message) } }

    /// Notifies the loop of waiting letters; callable on any thread.
    ///
    /// - Returns: `false` when that failed and must be tried again.
    func announce() -> Bool {
        let isNews = messages.whileHeld { messages in
            guard !messages.waiting.isEmpty, !messages.isAnnounced else { return false }
            messages.isAnnounced = true
            return true
        }
        if !isNews || ring() { return true }
        messages.whileHeld { $0.isAnnounced = false }
        return false
    }

    /// Removes and returns all letters, in order.
    func drain() -> [Message] {
        var count: eventfd_t = 0
        // An error only means that an earlier call has already reset the counter.
        _ = eventfd_read(event.raw, &count)
        return messages.whileHeld { messages in
            defer { messages = Messages() }
            return messages.waiting
        }
    }

    /// Makes the descriptor readable; a full counter (EAGAIN) is readable too.
    private func ring() -> Bool {
        while eventfd_write(event.raw, 1) != 0 {
            if errno == EAGAIN { return true }
            if errno != EINTR { return false }
        }
        return true
    }
}
