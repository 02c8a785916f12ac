import CSystemd
import Glibc

/// A closure that sd-event calls without telling it anything: at the end of a turn, on a signal.
final class Hook {
    private let action: () -> Void
    private var source: EventSource?

    /// Makes a hook.
    ///
    /// - Parameters:
    ///   - call: The name of the `sd_event_add_` function, for the error.
    ///   - action: What to call.
    ///   - add: Calls the function with where the source goes, and the userdata for its callback.
    /// - Throws: What the function says.
    init(
        _ call: String, _ action: @escaping () -> Void,
        _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> CInt
    ) throws(SystemError) {
        self.action = action
        let me = Unmanaged.passUnretained(self).toOpaque()
        source = try EventSource(call) { add($0, me) }
    }

    func setPriority(_ priority: Priority) { source?.setPriority(priority) }

    /// Takes it off the loop; it is not called again.
    func cancel() { source = nil }

    func fire() {
        if source != nil { action() }
    }
}

/// The callback of sources that have nothing to tell.
nonisolated func fireHook(_ source: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> CInt {
    back(to: userdata) { (hook: Hook) in hook.fire() }
    return 0
}
