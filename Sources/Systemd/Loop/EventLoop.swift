import CSystemd
import Glibc
public import Reactive
public import Records

/// The one loop that the whole process turns on: it is the main actor.
///
/// Everything that waits, waits here: timers, sockets, signals, files. What is called runs on the
/// main thread, one at a time and to its end, before the loop waits again.
///
/// Source: sd-event(3).
public final class EventLoop {
    let handle: LoopHandle
    let signalled = PassthroughSubject<CInt, Never>()
    var signalSources: [CInt: Hook] = [:]
    /// Timers that nobody but the loop holds, until they have fired.
    var running: [ObjectIdentifier: LoopTimer] = [:]
    let queue: NextQueue
    let order = TimerOrder()
    /// Keeps the clock's descriptor open, so that later timers cannot fail for want of one.
    private let clock: EventSource
    private let woken = PassthroughSubject<Duration, Never>()
    private var sleep: SleepMeter

    /// The longest that one call into the program took since `resetLongestTurn`; nothing else was served meanwhile.
    public private(set) var longestTurn: Duration = .zero

    /// Makes a loop that nothing waits on yet.
    ///
    /// - Throws: When epoll, or the clock of boot time, cannot be had.
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

    /// Tells that the machine has slept, and how long, when it is awake again.
    public var resumed: AnyPublisher<Duration, Never> { woken.eraseToAnyPublisher() }

    /// Time since boot, time asleep included, as of the beginning of this turn.
    public var now: LoopTime { LoopTime(microseconds: time(of: CLOCK_BOOTTIME)) }

    /// The wall clock as of the beginning of this turn; for display and HTTP, never for deadlines.
    public var wall: UTC { UTC(microseconds: time(of: CLOCK_REALTIME)) }

    /// Turns until `stop` is called.
    ///
    /// - Returns: The status given to `stop`.
    /// - Throws: When waiting itself fails.
    public func run() throws(SystemError) -> CInt {
        while isTurning { _ = try step(waiting: UInt64.max) }
        var status: CInt = 0
        try check("sd_event_get_exit_code", sd_event_get_exit_code(handle.pointer, &status))
        return status
    }

    /// Waits for one thing that is ready and serves it; for tests and tools that turn the loop themselves.
    ///
    /// - Parameter timeout: How long to wait at most; zero only looks.
    /// - Returns: Whether something was served; `false` after the time, and once the loop has ended.
    /// - Throws: When waiting itself fails.
    public func turn(timeout: Duration) throws(SystemError) -> Bool {
        let end = SystemClock.monotonic / 1000 + max(0, timeout.microseconds)
        while isTurning {
            let rest = max(0, end - SystemClock.monotonic / 1000)
            // The loop also wakes up for what concerns only itself, such as a watch that has gone.
            if try step(waiting: UInt64(rest)) { return true }
            if rest == 0 { return false }
        }
        return false
    }

    /// Ends `run` after what is being served.
    public func stop(status: CInt = 0) {
        // Fails only for a loop that has ended, which is what was asked for.
        _ = sd_event_exit(handle.pointer, status)
    }

    /// Tells the service manager regularly that the loop turns, if it wants to know (WatchdogSec=).
    ///
    /// - Returns: Whether it wants to know.
    @discardableResult
    public func enableWatchdog() throws(SystemError) -> Bool {
        try check("sd_event_set_watchdog", sd_event_set_watchdog(handle.pointer, 1)) > 0
    }

    /// Begins a new measurement of `longestTurn`.
    public func resetLongestTurn() { longestTurn = .zero }

    /// Whether it has not ended.
    public var isTurning: Bool { sd_event_get_state(handle.pointer) != CInt(SD_EVENT_FINISHED) }

    /// The steps of sd_event_run(3) one by one, so that serving can be measured apart from waiting.
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

/// The event loop of C; given back when let go.
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
