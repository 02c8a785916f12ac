import CSystemd
import Glibc

/// A source of the event loop, which is removed from the loop when the value is destroyed.
struct EventSource: ~Copyable {
    /// The number of changes of all sources so far, after which a loop that is prepared for waiting must
    /// prepare again.
    ///
    /// Sources are created, changed and destroyed on the loop's thread only.
    nonisolated(unsafe) static var changes = 0

    let pointer: OpaquePointer

    /// Creates the source with one of the `sd_event_add_` functions.
    ///
    /// - Parameters:
    ///   - call: The name of the function, for the error.
    ///   - detail: The object of the call, for the error.
    ///   - add: Calls the function, which stores the source in the pointer.
    /// - Throws: The error of the function.
    init(
        _ call: String, _ detail: String? = nil, _ add: (UnsafeMutablePointer<OpaquePointer?>) -> CInt
    ) throws(SystemError) {
        var made: OpaquePointer?
        try check(call, add(&made), detail)
        guard let made else { throw SystemError(call: call, code: EIO, detail: detail) }
        pointer = made
        Self.changes += 1
    }

    /// Sets the priority among sources that are ready at the same time.
    func setPriority(_ priority: Priority) {
        Self.changes += 1
        // This fails only for a source of a loop that has ended, which never fires again.
        _ = sd_event_source_set_priority(pointer, priority.rawValue)
    }

    /// Sets whether a source without its own descriptor fires never, once or always.
    func set(_ state: Enabled) { must("set_enabled", sd_event_source_set_enabled(pointer, state.rawValue)) }

    /// Sets the events that an I/O source waits for.
    ///
    /// - Throws: The error of epoll_ctl(2), such as `ENOENT` or `EBADF` for a descriptor that its owner has
    ///   closed.
    func set(_ events: Readiness) throws(SystemError) {
        try report("sd_event_source_set_io_events", sd_event_source_set_io_events(pointer, events.rawValue))
    }

    /// Sets whether an I/O source waits for events.
    ///
    /// - Throws: The error of epoll_ctl(2), as above.
    func setWatching(_ isWatching: Bool) throws(SystemError) {
        let state: Enabled = isWatching ? .always : .off
        try report("sd_event_source_set_enabled", sd_event_source_set_enabled(pointer, state.rawValue))
    }

    /// Sets the deadline of a timer, in microseconds of its clock.
    func set(deadline: Int64) {
        must("set_time", sd_event_source_set_time(pointer, UInt64(max(0, deadline))))
    }

    /// Throws an error for a failure, except on a loop that has ended (ESTALE), where nothing fires any more.
    private func report(_ call: String, _ result: CInt) throws(SystemError) {
        Self.changes += 1
        if result != -ESTALE { try check(call, result) }
    }

    /// These functions fail only because of a programming error, or with ESTALE for a loop that has ended,
    /// where nothing fires any more.
    private func must(_ call: StaticString, _ result: CInt) {
        Self.changes += 1
        precondition(result >= 0 || result == -ESTALE, "sd_event_source_\(call): \(result)")
    }

    /// The settings of a source: whether it fires never, once or always.
    enum Enabled: CInt {
        case off = 0
        case always = 1
        case once = -1
    }

    deinit {
        Self.changes += 1
        sd_event_source_disable_unref(pointer)
    }
}
