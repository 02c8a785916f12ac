import AlmanacClient
import AlmanacValues
import Systemd

/// The thread of a subscription; its deinitialisation ends the thread and closes the socket.
final class SubscriptionReader: Sendable {
    let buffer: EventBuffer
    private let thread: WorkerThread

    init(
        _ socket: DaemonSocket, options: SubscriptionOptions, patterns: ChangePatterns
    ) throws(SystemError) {
        let buffer = try EventBuffer()
        self.buffer = buffer
        thread = try WorkerThread("almanac-changes", stop: { buffer.cancel() }) {
            var work = SubscriptionWork(socket, options: options, patterns: patterns, into: buffer)
            work.run()
        }
    }
}
