import CSystemd
import Glibc

/// A closure that sd-event calls without further information: when requested, or on a signal.
final class EventCallback {
    private let action: () -> Void
    private var source: EventSource?

    /// Creates a hook.
    ///
    /// - Parameters:
    ///   - call: The name of the `sd_event_add_` function, for the error.
    ///   - action: The function to call.
    ///   - add: Calls the `sd_event_add_` function with the place for the source and the userdata for its
    ///     callback.
    /// - Throws: The error of the function.
    init(
        _ call: String, _ action: @escaping () -> Void,
        _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> CInt
    ) throws(SystemError) {
        self.action = action
        let me = Unmanaged.passUnretained(self).toOpaque()
        source = try EventSource(call) { add($0, me) }
    }

    /// Creates a callback with low priority that is called once after each request.
    ///
    /// - Throws: The error of sd_event_add_defer(3).
    convenience init(deferredOn loop: OpaquePointer, _ action: @escaping () -> Void) throws(SystemError) {
        try self.init("sd_event_add_defer", action) { sd_event_add_defer(loop, $0, fireCallback, $1) }
        source?.set(.off)
        setPriority(.low)
    }

    /// Requests a call.
    func request() { source?.set(.once) }

    func setPriority(_ priority: Priority) { source?.setPriority(priority) }

    /// Removes the hook from the loop; it is not called again.
    func cancel() { source = nil }

    func fire() {
        if source != nil { action() }
    }
}

/// The callback of sources that pass no information.
nonisolated func fireCallback(_ source: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> CInt {
    callOwner(of: userdata) { (callback: EventCallback) in callback.fire() }
    return 0
}
