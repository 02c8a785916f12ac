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
    private let woken = PassthroughSubject<Duration, Never>()
    private var sleep: SleepMeter

    /// The duration of the longest call into the program since `resetLongestTurn`; nothing else was served
    /// meanwhile.
    public private(set) var longestTurn: Duration = .zero

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
        sleep = SleepMeter(boottime: .zero, monotonic: .zero)
        _ = sleep.read(boottime: duration(of: CLOCK_BOOTTIME), monotonic: duration(of: CLOCK_MONOTONIC))
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
        // This fails only for a loop that has ended, which is the intention.
        _ = sd_event_exit(handle.pointer, status)
    }

    /// Sends the service manager regular watchdog notifications, if it requests them (WatchdogSec=).
    ///
    /// - Returns: Whether the service manager requests them.
    @discardableResult
    public func enableWatchdog() throws(SystemError) -> Bool {
        try check("sd_event_set_watchdog", sd_event_set_watchdog(handle.pointer, 1)) > 0
    }

    /// Restarts the measurement of `longestTurn`.
    public func resetLongestTurn() { longestTurn = .zero }

    /// Whether the loop has not ended.
    public var isTurning: Bool { sd_event_get_state(handle.pointer) != CInt(SD_EVENT_FINISHED) }

    /// Performs the steps of sd_event_run(3) one by one, so that serving can be measured separately from
    /// waiting.
    private func step(waiting microseconds: UInt64) throws(SystemError) -> Bool {
        var ready = try check("sd_event_prepare", sd_event_prepare(handle.pointer))
        if ready == 0 { ready = try check("sd_event_wait", sd_event_wait(handle.pointer, microseconds)) }
        guard ready > 0 else { return false }
        if let slept = sleep.read(
            boottime: duration(of: CLOCK_BOOTTIME), monotonic: duration(of: CLOCK_MONOTONIC))
        {
            woken.send(slept)
        }
        let start = SystemClock.monotonic
        try check("sd_event_dispatch", sd_event_dispatch(handle.pointer))
        longestTurn = max(longestTurn, .nanoseconds(SystemClock.monotonic - start))
        return true
    }

    private func duration(of clock: clockid_t) -> Duration { .microseconds(time(of: clock)) }

    private func time(of clock: clockid_t) -> Int64 {
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
