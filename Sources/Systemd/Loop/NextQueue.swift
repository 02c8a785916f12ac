import CSystemd

/// A queue of actions that are called once, before the loop waits again.
///
/// One source serves the whole queue. Actions that are added while the queue runs wait for the next turn, and
/// so do those that remain after 5 ms, so that neither a chain nor a large number of actions keeps the loop
/// from its other work.
final class NextQueue {
    private static let longest: Int64 = 5_000_000

    private var source: EventSource?
    private var waiting: [() -> Void] = []

    init(on loop: OpaquePointer) throws(SystemError) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        source = try EventSource("sd_event_add_defer") {
            sd_event_add_defer(loop, $0, { callOwner(of: $1) { (queue: NextQueue) in queue.runAll() } }, me)
        }
        source?.set(.off)
    }

    func add(_ action: @escaping () -> Void) {
        waiting.append(action)
        if waiting.count == 1 { source?.set(.once) }
    }

    private func runAll() -> CInt {
        let actions = waiting
        waiting = []
        let start = SystemClock.monotonic
        for (index, action) in actions.enumerated() {
            action()
            guard SystemClock.monotonic - start > Self.longest, index + 1 < actions.count else { continue }
            waiting.insert(contentsOf: actions[(index + 1)...], at: 0)
            break
        }
        if !waiting.isEmpty { source?.set(.once) }
        return 0
    }
}
