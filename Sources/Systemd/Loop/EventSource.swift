import CSystemd
import Glibc

/// A source on the event loop; letting go of it takes it off the loop.
struct EventSource: ~Copyable {
    let pointer: OpaquePointer

    /// Makes the source with one of the `sd_event_add_` functions.
    ///
    /// - Parameters:
    ///   - call: Which one, for the error.
    ///   - detail: What it is about, for the error.
    ///   - add: Calls it; what it makes goes to the pointer.
    /// - Throws: What the function says.
    init(
        _ call: String, _ detail: String? = nil, _ add: (UnsafeMutablePointer<OpaquePointer?>) -> CInt
    ) throws(SystemError) {
        var made: OpaquePointer?
        try check(call, add(&made), detail)
        guard let made else { throw SystemError(call: call, code: EIO, detail: detail) }
        pointer = made
    }

    /// Which of the sources that are ready at the same time comes first.
    func setPriority(_ priority: Priority) {
        // Fails only for a source of a loop that has ended, which never fires again.
        _ = sd_event_source_set_priority(pointer, priority.rawValue)
    }

    /// Whether it fires: not at all, once, or always.
    func set(_ state: Enabled) { must("set_enabled", sd_event_source_set_enabled(pointer, state.rawValue)) }

    /// What an I/O source waits for.
    func set(_ events: Readiness) {
        must("set_io_events", sd_event_source_set_io_events(pointer, events.rawValue))
    }

    /// When a timer is due, microseconds on its clock.
    func set(deadline: Int64) {
        must("set_time", sd_event_source_set_time(pointer, UInt64(max(0, deadline))))
    }

    /// These fail only by a fault of ours, or with ESTALE for a loop that has ended, where nothing fires any more.
    private func must(_ call: StaticString, _ result: CInt) {
        precondition(result >= 0 || result == -ESTALE, "sd_event_source_\(call): \(result)")
    }

    /// How often a source fires.
    enum Enabled: CInt {
        case off = 0
        case always = 1
        case once = -1
    }

    deinit {
        sd_event_source_disable_unref(pointer)
    }
}
