import CSystemd
import Glibc

/// A descriptor that the loop watches; letting go of it ends the watch, and the descriptor stays open.
public final class IOWatch {
    private let action: (Readiness) -> Void
    private var source: EventSource?

    /// What is waited for; nothing is heard while it is empty, not even a hang-up.
    public var events: Readiness {
        didSet {
            guard events != oldValue else { return }
            source?.set(events)
            source?.set(events.isEmpty ? .off : .always)
        }
    }

    init(
        _ descriptor: CInt, _ events: Readiness, _ priority: Priority, on loop: OpaquePointer,
        _ action: @escaping (Readiness) -> Void
    ) throws(SystemError) {
        self.action = action
        self.events = events
        let me = Unmanaged.passUnretained(self).toOpaque()
        source = try EventSource("sd_event_add_io", "descriptor \(descriptor)") {
            sd_event_add_io(
                loop, $0, descriptor, events.rawValue,
                { _, _, bits, me in
                    back(to: me) { (watch: IOWatch) in watch.fire(Readiness(rawValue: bits)) }
                }, me)
        }
        source?.setPriority(priority)
        if events.isEmpty { source?.set(.off) }
    }

    /// Ends the watch before it is let go.
    public func cancel() { source = nil }

    private func fire(_ ready: Readiness) -> CInt {
        if source != nil { action(ready) }
        return 0
    }
}
