import CSystemd
import Glibc

/// A thread; letting go of it asks it to stop and waits until it has.
nonisolated struct WorkerThread: ~Copyable {
    private let thread: pthread_t
    private let stop: @Sendable () -> Void

    /// Starts the thread with all signals blocked, so that they come to the loop.
    ///
    /// - Parameters:
    ///   - name: The thread's name, cut to 15 bytes.
    ///   - rank: What it is to others that want a processor.
    ///   - stop: Makes `body` return soon.
    ///   - body: What the thread does.
    /// - Throws: What pthread_create(3) says.
    init(
        _ name: String, _ rank: WorkerRank = .normal, stop: @escaping @Sendable () -> Void,
        body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        thread = try startThread(Body(rank, body))
        self.stop = stop
        // A name that is refused costs only the reader of a core dump.
        _ = pthread_setname_np(thread, String(decoding: name.utf8.prefix(15), as: UTF8.self))
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
            (self.rank, self.work) = (rank, work)
        }

        /// Source: setpriority(2), C library/kernel differences: of the calling thread alone.
        func run() {
            let thread = CInt(PRIO_PROCESS.rawValue)
            // Who may not step back is only slower to make room.
            if rank == .background { _ = setpriority(thread, 0, max(10, getpriority(thread, 0))) }
            work()
        }
    }
}

/// Not isolated: a callback written inside an isolated function would trap on the other thread.
private nonisolated func startThread(_ body: WorkerThread.Body) throws(SystemError) -> pthread_t {
    var (all, before) = (sigset_t(), sigset_t())
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
