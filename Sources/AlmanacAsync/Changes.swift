public import AlmanacClient
public import AlmanacValues
import Systemd

/// The changes of a subscription, which reconnects and resumes.
///
/// Each iteration subscribes with its own socket and its own thread; both end when its task is cancelled or
/// its iterator is released. The sequence has no end of its own. It throws if the daemon cannot be reached at
/// first, or if it refuses the subscription.
///
/// The elements are the events `added`, `changed`, `removed` and `source`. If a snapshot is requested, or if
/// the log no longer contains the changes after the cursor, there are also `snapshot` for each current record
/// and then `ready`; `overflow` means that earlier events are void, and that a snapshot follows.
///
/// At most 64 events wait to be read. While the buffer is full, the thread reads nothing from its socket, and
/// the daemon treats the program as any slow subscriber.
public struct Changes: AsyncSequence, Sendable {
    /// An event of the daemon.
    public typealias Element = Event
    /// The reason why the subscription ended.
    public typealias Failure = AlmanacError

    private let socket: DaemonSocket
    private let options: SubscriptionOptions
    private let patterns: ChangePatterns

    init(_ socket: DaemonSocket, options: SubscriptionOptions, patterns: ChangePatterns) {
        self.socket = socket
        self.options = options
        self.patterns = patterns
    }

    /// Returns an iterator, which subscribes with the first call of `next`.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let changes: Changes
        private var reader: SubscriptionReader?

        init(_ changes: Changes) { self.changes = changes }

        /// Returns the next event; `nil` if the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(AlmanacError) -> Event? {
            if reader == nil { reader = try changes.reader() }
            guard let reader else { return nil }
            return try await reader.buffer.next().get()
        }

        /// Returns the next event; `nil` if the task is cancelled.
        public mutating func next() async throws(AlmanacError) -> Event? {
            try await next(isolation: #isolation)
        }
    }

    private func reader() throws(AlmanacError) -> SubscriptionReader {
        do throws(SystemError) {
            return try SubscriptionReader(socket, options: options, patterns: patterns)
        } catch {
            throw .system(error)
        }
    }
}
