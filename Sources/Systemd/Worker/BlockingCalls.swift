import CSystemd
import Glibc

/// A runner for calls that may block for a long time, each on a thread of its own; the results are delivered
/// on the loop.
///
/// Nothing waits for a call that hangs: neither another call, nor the release of this object, nor the end of
/// the process. The caller limits the number of concurrent calls.
@MainActor
public final class BlockingCalls<Result: Sendable> {
    private struct Returned: Sendable {
        let number: UInt64
        let result: Result
    }

    /// The watch must end before what it watches.
    private var watch: IOWatch?
    private let mailbox: Mailbox<Returned>
    private let name: String
    private var running: [UInt64: (Result) -> Void] = [:]
    private var last: UInt64 = 0

    /// Creates an object without threads.
    ///
    /// - Parameters:
    ///   - name: The threads' name, up to 15 bytes.
    ///   - loop: The loop on which the results are delivered.
    /// - Throws: `SystemError` if no descriptor is available.
    public init(_ name: String, on loop: EventLoop) throws(SystemError) {
        self.name = name
        mailbox = try Mailbox()
        watch = try loop.watch(mailbox.bell, for: .reading) { [unowned self] _ in deliver() }
    }

    /// Ends the watch before the descriptor is closed.
    isolated deinit {
        watch?.cancel()
    }

    /// The number of calls that have not returned.
    public var count: Int { running.count }

    /// Starts a call.
    ///
    /// - Parameters:
    ///   - call: The function to run on a thread; it cannot be interrupted.
    ///   - then: A function that is called on the loop with the result.
    /// - Throws: The error of pthread_create(3), such as `EAGAIN` when the service has too many threads.
    public func start(
        _ call: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void
    ) throws(SystemError) {
        last += 1
        let number = last
        let mailbox = mailbox
        try WorkerThread.startDetached(name) {
            mailbox.put(Returned(number: number, result: call()))
            // The result must not be lost: the thread tries again until the descriptor works.
            while !mailbox.announce() { _ = poll(nil, 0, 100) }
        }
        running[number] = then
    }

    private func deliver() {
        for returned in mailbox.drain() { running.removeValue(forKey: returned.number)?(returned.result) }
    }
}
