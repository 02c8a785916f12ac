import CSystemd
import Glibc
import Reactive

/// The turns of the loop.
///
/// The loop waits in the epoll set of the sockets, if there is one, which also contains the descriptor of
/// sd-event. A turn in which only sockets are ready therefore costs a single epoll_wait(2), and nothing of
/// sd-event, which would query all descriptors again before each callback.
extension EventLoop {
    /// Waits until something is ready and serves it.
    ///
    /// The steps are those of sd_event_run(3), one by one, so that serving can be measured separately from
    /// waiting.
    ///
    /// - Parameter microseconds: The maximum time to wait; the maximum value waits for ever.
    /// - Returns: Whether something was served.
    /// - Throws: `SystemError` if waiting itself fails.
    func step(waiting microseconds: UInt64) throws(SystemError) -> Bool {
        let isPending = try prepare()
        guard let sockets = waitingSet else {
            if !isPending { guard try pollEvents(waiting: microseconds) else { return false } }
            return try dispatch()
        }
        let found = sockets.wait(atMost: isPending ? 0 : microseconds)
        if !isPending, !found.contains(.loop) {
            return found.contains(.clients) ? serve(sockets) : passTime()
        }
        if found.contains(.clients) { sockets.requestTurn() }
        if !isPending { guard try pollEvents(waiting: 0) else { return false } }
        return try dispatch()
    }

    /// Prepares sd-event for waiting, unless it is prepared and no source has changed since.
    ///
    /// - Returns: Whether something is pending.
    private func prepare() throws(SystemError) -> Bool {
        if isPrepared, knownChanges != EventSource.changes, try pollEvents(waiting: 0) { return true }
        guard !isPrepared else { return false }
        knownChanges = EventSource.changes
        isPrepared = try check("sd_event_prepare", sd_event_prepare(handle.pointer)) == 0
        return !isPrepared
    }

    /// Waits for events in sd-event, at most for a time in microseconds.
    ///
    /// - Returns: Whether something is pending.
    private func pollEvents(waiting microseconds: UInt64) throws(SystemError) -> Bool {
        isPrepared = false
        return try check("sd_event_wait", sd_event_wait(handle.pointer, microseconds)) > 0
    }

    /// Serves one source of sd-event.
    private func dispatch() throws(SystemError) -> Bool {
        ownTime = nil
        meterSleep(boottime: time(of: CLOCK_BOOTTIME), monotonic: time(of: CLOCK_MONOTONIC))
        let start = SystemClock.monotonic
        try check("sd_event_dispatch", sd_event_dispatch(handle.pointer))
        recordTurn(since: start)
        return true
    }

    /// Lets the time of the loop pass although nothing was served.
    private func passTime() -> Bool {
        ownTime = TurnTime()
        return false
    }

    /// Serves the sockets that are ready.
    private func serve(_ sockets: EpollSet) -> Bool {
        var time = TurnTime()
        ownTime = time
        meterSleep(
            boottime: time.microseconds(of: CLOCK_BOOTTIME), monotonic: time.microseconds(of: CLOCK_MONOTONIC)
        )
        sockets.serve(since: time.monotonic)
        recordTurn(since: time.monotonic)
        return true
    }

    /// Records the duration of a turn that began at a time in nanoseconds.
    private func recordTurn(since start: Int64) {
        let lasted = SystemClock.monotonic - start
        if lasted > longest { longest = lasted }
    }

    private func meterSleep(boottime: Int64, monotonic: Int64) {
        if let slept = sleep.read(boottime: boottime, monotonic: monotonic) { woken.send(slept) }
    }
}
