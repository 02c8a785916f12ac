import CSystemd
import Glibc
public import Reactive

extension EventLoop {
    /// Calls `action` whenever a descriptor is ready.
    ///
    /// - Parameters:
    ///   - descriptor: What to watch; it stays the caller's, who keeps it open as long as the watch.
    ///   - events: What to wait for.
    ///   - priority: What comes first when much is ready.
    ///   - action: Told what the descriptor is ready for.
    /// - Returns: The watch, which ends when it is let go.
    /// - Throws: When the descriptor cannot be watched, such as a plain file.
    public func watch(
        _ descriptor: CInt, for events: Readiness, priority: Priority = .normal,
        _ action: @escaping (Readiness) -> Void
    ) throws(SystemError) -> IOWatch {
        try IOWatch(descriptor, events, priority, on: handle.pointer, action)
    }

    /// Calls `action` once, before the loop waits again.
    public func next(_ action: @escaping () -> Void) { queue.add(action) }

    /// Calls `action` after each turn that served something, when what was ready together with it is served too.
    ///
    /// - Throws: When memory is out.
    public func endOfTurn(_ action: @escaping () -> Void) throws(SystemError) -> AnyCancellable {
        let loop = handle.pointer
        let hook = try Hook("sd_event_add_post", action) { sd_event_add_post(loop, $0, fireHook, $1) }
        hook.setPriority(.low)
        return AnyCancellable { hook.cancel() }
    }

    /// Tells of signals, instead of what they do by themselves: they are blocked for the process from now on.
    ///
    /// Call it before any thread is made, which inherits what is blocked.
    ///
    /// - Parameter signals: Such as `SIGTERM`.
    /// - Returns: The number of each signal as it comes; the same one may be asked for more than once.
    /// - Throws: When a signal is no signal.
    public func signals(_ signals: CInt...) throws(SystemError) -> AnyPublisher<CInt, Never> {
        for signal in signals where signalSources[signal] == nil {
            try block(signal)
            let (loop, subject) = (handle.pointer, signalled)
            let hook = try Hook("sd_event_add_signal", { subject.send(signal) }) {
                sd_event_add_signal(loop, $0, signal, { _, _, me in fireHook(nil, me) }, $1)
            }
            hook.setPriority(.high)
            signalSources[signal] = hook
        }
        return signalled.filter { signals.contains($0) }.eraseToAnyPublisher()
    }

    private func block(_ signal: CInt) throws(SystemError) {
        var set = sigset_t()
        try checked("sigemptyset", sigemptyset(&set))
        try checked("sigaddset", sigaddset(&set, signal), "\(signal)")
        let result = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard result == 0 else { throw SystemError(call: "pthread_sigmask", code: result) }
    }
}
