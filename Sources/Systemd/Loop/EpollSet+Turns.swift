import CSystemd
import Glibc

extension EpollSet {
    /// The result of a wait.
    struct Found: OptionSet {
        let rawValue: Int

        /// Descriptors of the set are ready.
        static let clients = Found(rawValue: 1)
        /// sd-event has something to do.
        static let loop = Found(rawValue: 2)
    }

    /// The data of the event of the loop; no token has it, since the set never has 2³² descriptors.
    private static let loopData = UInt64.max

    /// Makes this the set that the loop waits in: adds the descriptor of sd-event.
    func add(_ loop: EventLoop) throws(SystemError) {
        let descriptor = sd_event_get_fd(loop.handle.pointer)
        try check("sd_event_get_fd", descriptor)
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: Self.loopData))
        try checked("epoll_ctl", epoll_ctl(poll.raw, EPOLL_CTL_ADD, descriptor, &event), "the loop")
        loop.waitingSet = self
    }

    /// Waits until something is ready, at most for a time.
    ///
    /// - Parameter microseconds: The maximum time, rounded up to milliseconds; the maximum value waits for
    ///   ever.
    /// - Returns: What is ready; empty after the time, or after a signal.
    func wait(atMost microseconds: UInt64) -> Found {
        let forever = microseconds == .max
        let timeout = forever ? -1 : CInt(clamping: microseconds / 1_000 + (microseconds % 1_000 > 0 ? 1 : 0))
        // A signal that interrupts the wait is a reason to look again.
        readyCount = max(0, Int(epoll_wait(poll.raw, &ready, CInt(Self.most), timeout)))
        // Among more ready descriptors than these, that of the loop may wait behind others.
        var found: Found = readyCount == Self.most ? .loop : []
        for place in 0..<readyCount where ready[place].data.u64 == Self.loopData {
            readyCount -= 1
            ready[place] = ready[readyCount]
            found = .loop
            break
        }
        return readyCount > 0 ? found.union(.clients) : found
    }

    /// Requests that `turnEnded` is called after everything that is ready now, even if no descriptor of the
    /// set is; does nothing within a turn of the set.
    public func requestEnd() {
        if !willEnd { requestTurn() }
    }

    /// Requests a turn after the sources of the loop with a higher priority.
    func requestTurn() {
        willEnd = true
        requested?.request()
    }

    /// Serves the ready descriptors, then ends the turn.
    ///
    /// - Parameter start: The beginning of the turn, in nanoseconds of CLOCK_MONOTONIC.
    func serve(since start: Int64) {
        willEnd = true
        turn &+= 1
        serveReady(since: start)
        let isUnfinished = turnEnded?() ?? false
        willEnd = false
        if isUnfinished { requestEnd() }
    }

    /// Serves the ready descriptors until it has taken too long; the token of a descriptor that an earlier
    /// callback removed is no longer valid.
    private func serveReady(since start: Int64) {
        let count = readyCount
        readyCount = 0
        for index in 0..<count {
            if index > 0, SystemClock.monotonic - start > Self.longest { return }
            let event = ready[index]
            client(of: Token(data: event.data.u64))?.isReady(for: Readiness(rawValue: event.events))
        }
    }
}
