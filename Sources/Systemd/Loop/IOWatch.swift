import CSystemd
import Glibc

/// A registration of a descriptor with the loop. Releasing it removes the registration; the descriptor stays
/// open.
///
/// Only the owner retains the registration: a running callback keeps the action alive, never the
/// registration. After `cancel`, or after the last release, the kernel has therefore forgotten the
/// descriptor, even during the watch's own callback, and its number may be closed and reused at once.
public final class IOWatch {
    /// The source is declared first, so that it is destroyed before the action that it calls.
    private var source: EventSource?
    private let action: Action

    /// The events to wait for; while empty, nothing is reported, not even a hang-up.
    public private(set) var events: Readiness

    init(
        _ descriptor: CInt, _ events: Readiness, _ priority: Priority, on loop: OpaquePointer,
        _ action: @escaping (Readiness) -> Void
    ) throws(SystemError) {
        self.action = Action(action)
        self.events = events
        let userdata = Unmanaged.passUnretained(self.action).toOpaque()
        source = try EventSource("sd_event_add_io", "descriptor \(descriptor)") {
            sd_event_add_io(
                loop, $0, descriptor, events.rawValue,
                { _, _, bits, userdata in
                    callOwner(of: userdata) { (action: Action) in action.call(Readiness(rawValue: bits)) }
                    return 0
                }, userdata)
        }
        source?.setPriority(priority)
        if events.isEmpty { try source?.setWatching(false) }
    }

    /// Waits for other events from now on; does nothing when cancelled.
    ///
    /// - Throws: `SystemError` if the kernel no longer knows the descriptor, because its owner closed it
    ///   before the watch ended. The watch then reports nothing more.
    public func wait(for events: Readiness) throws(SystemError) {
        guard events != self.events, source != nil else { return }
        self.events = events
        do throws(SystemError) {
            try source?.set(events)
            try source?.setWatching(!events.isEmpty)
        } catch {
            cancel()
            throw error
        }
    }

    /// Removes the registration at once; nothing more is reported.
    public func cancel() { source = nil }

    /// The part of a watch that C calls, which stays alive while it runs even if the watch is released.
    private final class Action {
        let call: (Readiness) -> Void

        init(_ call: @escaping (Readiness) -> Void) { self.call = call }
    }
}
