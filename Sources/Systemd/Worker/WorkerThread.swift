import CSystemd
import Glibc

/// A thread; destroying the value stops the thread and waits for its end.
package nonisolated struct WorkerThread: ~Copyable {
    private let thread: pthread_t
    private let stop: @Sendable () -> Void

    /// Starts the thread with all signals blocked, so that the loop receives them.
    ///
    /// - Parameters:
    ///   - name: The thread's name, truncated to 15 bytes.
    ///   - rank: The thread's claim to a processor.
    ///   - stop: A function that makes `body` return soon.
    ///   - body: The work of the thread.
    /// - Throws: The error of pthread_create(3).
    package init(
        _ name: String, _ rank: WorkerRank = .normal, stop: @escaping @Sendable () -> Void,
        body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        thread = try startThread(Body(rank, body))
        self.stop = stop
        // A thread without a name is only harder to recognize in a core dump.
        _ = pthread_setname_np(thread, String(decoding: name.utf8.prefix(15), as: UTF8.self))
    }

    /// Starts a thread that is never joined, with all signals blocked.
    ///
    /// - Throws: The error of pthread_create(3).
    static func startDetached(_ name: String, body: @escaping @Sendable () -> Void) throws(SystemError) {
        let thread = try startThread(Body(.normal, body))
        // A thread without a name is only harder to recognize in a core dump.
        _ = pthread_setname_np(thread, String(decoding: name.utf8.prefix(15), as: UTF8.self))
        let result = pthread_detach(thread)
        precondition(result == 0, "pthread_detach: \(result)")
    }

    deinit {
        stop()
        let result = pthread_join(thread, nil)
        precondition(result == 0, "pthread_join: \(result)")
    }

    fileprivate final class Body: Sendable {
        private let rank: WorkerRank
        private let work: @Sendable () -> Void

        init(_ rank: WorkerRank, _ work: @escaping @Sendable () -> Void) {
            self.rank = rank
            self.work = work
        }

        /// Runs the work; setpriority(2) affects only the calling thread.
        ///
        /// Source: setpriority(2), C library/kernel differences.
        func run() {
            let thread = CInt(PRIO_PROCESS.rawValue)
            // A thread whose priority cannot be lowered only competes with the loop.
            if rank == .background { _ = setpriority(thread, 0, max(10, getpriority(thread, 0))) }
            work()
        }
    }
}

/// Starts a thread. Not isolated: a callback written inside an isolated function would trap on the other
/// thread.
private nonisolated func startThread(_ body: WorkerThread.Body) throws(SystemError) -> pthread_t {
    var all = sigset_t()
    var before = sigset_t()
    try checked("sigfillset", sigfillset(&all))
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    let held = Unmanaged.passRetained(body)
    let result = pthread_create(&thread, nil, runThread, held.toOpaque())
    guard result == 0 else {
        held.release()
        throw SystemError(call: "pthread_create", code: result)
    }
    return thread
}

private nonisolated func runThread(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let body else { return nil }
    Unmanaged<WorkerThread.Body>.fromOpaque(body).takeRetainedValue().run()
    return nil
}
