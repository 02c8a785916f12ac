import CSystemd

/// What is to be called once, before the loop waits again.
///
/// One source serves for all; what is added while the queue runs waits for the next turn, so that a
/// chain of such calls cannot keep the loop from its other work.
final class NextQueue {
    private var source: EventSource?
    private var waiting: [() -> Void] = []

    init(on loop: OpaquePointer) throws(SystemError) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        source = try EventSource("sd_event_add_defer") {
            sd_event_add_defer(loop, $0, { back(to: $1) { (queue: NextQueue) in queue.runAll() } }, me)
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
        for action in actions { action() }
        return 0
    }
}
