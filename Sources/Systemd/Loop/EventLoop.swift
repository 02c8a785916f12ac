import CSystemd
import Glibc
public import Reactive
public import Records

/// The only event loop of the process; it is the main actor.
///
/// All waiting happens here: for timers, sockets, signals and files. Callbacks run on the main thread, one at
/// a time and to completion, before the loop waits again.
///
/// Source: sd-event(3).
public final class EventLoop {
    let handle: LoopHandle
    let signalled = PassthroughSubject<CInt, Never>()
    var signalSources: [CInt: EventCallback] = [:]
    /// The timers that only the loop retains, until they have fired.
    var running: [ObjectIdentifier: LoopTimer] = [:]
    let queue: NextQueue
    let order = TimerOrder()
    /// Keeps the clock's descriptor open, so that later timers cannot fail for lack of one.
    private let clock: EventSource
    let woken = PassthroughSubject<Duration, Never>()
    var sleep: SleepMeter
    /// The set of sockets that the loop waits in; see `step`.
    weak var waitingSet: EpollSet?
    /// Whether sd-event is prepared for waiting and nothing of it is pending.
    var isPrepared = false
    /// The number of changes of sources when sd-event was prepared.
    var knownChanges = 0
    /// The clocks at the beginning of a turn that sd-event has no part in; `nil` in its turns.
    var ownTime: TurnTime?

    /// The duration of the longest call into the program since `resetLongestTurn`; nothing else was served
    /// meanwhile.
    public var longestTurn: Duration { .nanoseconds(longest) }
    /// The same in nanoseconds.
    var longest: Int64 = 0

    /// Creates a loop without any sources.
    ///
    /// - Throws: `SystemError` if epoll or the boot-time clock is not available.
    public init() throws(SystemError) {
        handle = try LoopHandle()
        queue = try NextQueue(on: handle.pointer)
        let loop = handle.pointer
        clock = try EventSource("sd_event_add_time") {
            sd_event_add_time(loop, $0, CLOCK_BOOTTIME, UInt64.max, 1, { _, _, _ in 0 }, nil)
        }
        clock.set(.off)
        sleep = SleepMeter(boottime: 0, monotonic: 0)
        _ = sleep.read(boottime: time(of: CLOCK_BOOTTIME), monotonic: time(of: CLOCK_MONOTONIC))
    }

    /// Publishes how long the machine slept, each time it wakes up.
    public var resumed: AnyPublisher<Duration, Never> { woken.eraseToAnyPublisher() }

    /// The time since boot, including time asleep, at the beginning of this turn.
    public var now: LoopTime { LoopTime(microseconds: time(of: CLOCK_BOOTTIME)) }

    /// The wall clock at the beginning of this turn; for display and HTTP, never for deadlines.
    public var wall: UTC { UTC(microseconds: time(of: CLOCK_REALTIME)) }

    /// Runs the loop until `stop` is called.
    ///
    /// - Returns: The status given to `stop`.
    /// - Throws: `SystemError` if waiting itself fails.
    public func run() throws(SystemError) -> CInt {
        while isTurning { _ = try step(waiting: UInt64.max) }
        var status: CInt = 0
        try check("sd_event_get_exit_code", sd_event_get_exit_code(handle.pointer, &status))
        return status
    }

    /// Waits for one source to become ready and serves it; for tests and tools that run the loop themselves.
    ///
    /// - Parameter timeout: The maximum time to wait; zero only checks.
    /// - Returns: Whether something was served; `false` after the timeout, and once the loop has ended.
    /// - Throws: `SystemError` if waiting itself fails.
    public func turn(timeout: Duration) throws(SystemError) -> Bool {
        let end = SystemClock.monotonic / 1000 + max(0, timeout.microseconds)
        while isTurning {
            let rest = max(0, end - SystemClock.monotonic / 1000)
            // The loop also wakes up for internal work, such as the removal of a watch.
            if try step(waiting: UInt64(rest)) { return true }
            if rest == 0 { return false }
        }
        return false
    }

    /// Ends `run` after the current callback.
    public func stop(status: CInt = 0) {
        EventSource.changes += 1
        // This fails only for a loop that has ended, which is the intention.
        _ = sd_event_exit(handle.pointer, status)
    }

    /// Sends the service manager regular watchdog notifications, if it requests them (WatchdogSec=).
    ///
    /// - Returns: Whether the service manager requests them.
    @discardableResult
    public func enableWatchdog() throws(SystemError) -> Bool {
        EventSource.changes += 1
        return try check("sd_event_set_watchdog", sd_event_set_watchdog(handle.pointer, 1)) > 0
    }

    /// Restarts the measurement of `longestTurn`.
    public func resetLongestTurn() { longest = 0 }

    /// Whether the loop has not ended.
    public var isTurning: Bool { sd_event_get_state(handle.pointer) != CInt(SD_EVENT_FINISHED) }

    /// Returns the time of a clock at the beginning of this turn, in microseconds.
    func time(of clock: clockid_t) -> Int64 {
        if let own = ownTime?.microseconds(of: clock) { return own }
        var microseconds: UInt64 = 0
        let result = sd_event_now(handle.pointer, clock, &microseconds)
        precondition(result >= 0, "sd_event_now: \(result)")
        return Int64(microseconds)
    }
}

/// The sd-event loop, which is released when the handle is destroyed.
struct LoopHandle: ~Copyable {
    let pointer: OpaquePointer

    init() throws(SystemError) {
        var made: OpaquePointer?
        try check("sd_event_new", sd_event_new(&made))
        guard let made else { throw SystemError(call: "sd_event_new", code: EIO) }
        pointer = made
    }

    deinit {
        sd_event_unref(pointer)
    }
}
