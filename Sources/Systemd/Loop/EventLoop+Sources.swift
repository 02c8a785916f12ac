import CSystemd
import Glibc
public import Reactive

extension EventLoop {
    /// Calls `action` whenever a descriptor is ready.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to watch; the caller owns it and keeps it open as long as the watch.
    ///   - events: The events to wait for.
    ///   - priority: The priority among sources that are ready together.
    ///   - action: A function that receives the events for which the descriptor is ready.
    /// - Returns: The watch, which ends when it is released.
    /// - Throws: `SystemError` if the descriptor cannot be watched, for example because it is a regular
    ///   file.
    public func watch(
        _ descriptor: CInt, for events: Readiness, priority: Priority = .normal,
        _ action: @escaping (Readiness) -> Void
    ) throws(SystemError) -> IOWatch {
        try IOWatch(descriptor, events, priority, on: handle.pointer, action)
    }

    /// Calls `action` once, before the loop waits again.
    public func next(_ action: @escaping () -> Void) { queue.add(action) }

    /// Publishes signals instead of letting them take effect: from now on, the process blocks them.
    ///
    /// Call this method before any thread is created, because threads inherit the blocked signals.
    ///
    /// - Parameter signals: The signals, such as `SIGTERM`.
    /// - Returns: A publisher of the numbers of received signals; a signal may be requested more than once.
    /// - Throws: `SystemError` if a number is not that of a signal.
    public func signals(_ signals: CInt...) throws(SystemError) -> AnyPublisher<CInt, Never> {
        for signal in signals where signalSources[signal] == nil {
            try block(signal)
            let loop = handle.pointer
            let subject = signalled
            let callback = try EventCallback("sd_event_add_signal", { subject.send(signal) }) {
                sd_event_add_signal(loop, $0, signal, { _, _, me in fireCallback(nil, me) }, $1)
            }
            callback.setPriority(.high)
            signalSources[signal] = callback
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
